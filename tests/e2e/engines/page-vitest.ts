import { chai, JestAsymmetricMatchers, JestChaiExpect } from '@vitest/expect';

// Stands in for vitest inside a page, where only its `expect` is needed.

chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const { expect } = chai;
