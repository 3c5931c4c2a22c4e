// Injected into the page before the app (stage.ts): records when words first appear and how long tasks take, and reads and fills the app's
// database.
globalThis.bench = (() => {
  const WATCHED = ['Saved Offline', 'Hours per day', 'Planting'];
  const shown = {};
  const waiting = [];
  const tasks = [];
  const pulled = [];
  let tapped = 0;

  /** When the frame that shows it has been presented. */
  const afterPaint = (work) => requestAnimationFrame(() => setTimeout(() => work(performance.now())));

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      tasks.push({ startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  new MutationObserver((changes) => {
    const missing = WATCHED.filter((words) => shown[words] === undefined);
    for (const { addedNodes } of missing.length === 0 ? [] : changes) {
      for (const node of addedNodes) {
        for (const words of missing.filter((each) => shown[each] === undefined && node.textContent.includes(each))) {
          shown[words] = 0;
          afterPaint((at) => {
            shown[words] = at;
            waiting.splice(0).forEach((look) => look());
          });
        }
      }
    }
  }).observe(document, { childList: true, subtree: true });

  addEventListener(
    'click',
    (event) => {
      tapped = event.timeStamp;
    },
    true,
  );

  /** For each letter typed: from the key press to the frame that shows it. */
  const letters = [];
  addEventListener(
    'input',
    ({ timeStamp }) => {
      const place = letters.push(Number.NaN) - 1;
      afterPaint((at) => {
        letters[place] = at - timeStamp;
      });
    },
    true,
  );

  /** Times between frames during the work. */
  const frames = async (work) => {
    const times = [];
    let last = performance.now();
    let goesOn = true;
    const count = (now) => {
      times.push(now - last);
      last = now;
      if (goesOn) {
        requestAnimationFrame(count);
      }
    };
    requestAnimationFrame(count);
    await work();
    goesOn = false;
    return times.slice(1);
  };

  new BroadcastChannel('headland').addEventListener('message', ({ data }) => {
    if (data.kind === 'pulled') {
      pulled.push(performance.now());
    }
  });

  const open = () =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open('headland');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
  const answerOf = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const withDatabase = async (work) => {
    const db = await open();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  };

  /** When the transaction has ended: rejects if nothing of it was kept. */
  const endOf = (transaction) =>
    new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve);
      transaction.addEventListener('abort', () => reject(transaction.error));
    });

  /** The least that any app has to do: a button that stores one row durably and then says so, on an otherwise empty page. */
  const layBare = async () => {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('bare', 1);
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows', { autoIncrement: true }));
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(opening.error));
    });
    const button = document.createElement('button');
    button.textContent = 'Save';
    document.body.replaceChildren(document.createElement('textarea'), button, document.createElement('p'));
    button.addEventListener('click', () => {
      const transaction = db.transaction('rows', 'readwrite', { durability: 'strict' });
      transaction.objectStore('rows').put({ notes: 'kept' });
      transaction.addEventListener('complete', () => {
        document.querySelector('p').textContent = 'Saved Offline';
      });
    });
  };

  /**
   * The least that any page has to do with these batches of changes: send them, two at a time, and keep what was answered. Returns how long
   * it took, in milliseconds.
   */
  const sendBare = (batches) =>
    withDatabase(async (db) => {
      const left = [...batches];
      const keep = (ids, answers) => {
        const transaction = db.transaction(['syncQueue', 'jobEntries'], 'readwrite', { durability: 'strict' });
        for (const id of ids) {
          transaction.objectStore('syncQueue').delete(id);
        }
        for (const { body } of answers) {
          transaction.objectStore('jobEntries').put(body);
        }
        return endOf(transaction);
      };
      const lane = async () => {
        for (let batch = left.shift(); batch; batch = left.shift()) {
          const { path, headers, body, ids } = batch;
          const { answers } = await (await fetch(path, { method: 'POST', headers, body })).json();
          if (answers.some(({ status }) => status !== 201)) {
            throw new Error(`Not all were made: ${JSON.stringify(answers).slice(0, 300)}`);
          }
          await keep(ids, answers);
        }
      };
      const began = performance.now();
      await Promise.all([lane(), lane()]);
      return performance.now() - began;
    });

  /** Presses the button, and waits for the frame in which `text` is another; milliseconds. */
  const pressUntil = (button, text) =>
    new Promise((resolve) => {
      const before = text();
      const began = performance.now();
      const look = () => {
        if (text() === before) {
          requestAnimationFrame(look);
          return;
        }
        // After the frame that shows it.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - began));
        port1.start();
        port2.postMessage(0);
      };
      button.click();
      requestAnimationFrame(look);
    });

  return {
    layBare,
    sendBare,
    letters: () => letters,
    forgetLetters: () => letters.splice(0),
    /** Scrolls down by a distance, a number of pixels per frame, as a fling does; returns the times between frames. */
    scroll: (px, step) =>
      frames(async () => {
        for (let done = 0; done < px; done += step) {
          scrollBy(0, step);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      }),
    shown: (words) => shown[words] ?? 0,
    /** Asked before the tap: asking later would be work of the page. */
    whenShown: (words) =>
      new Promise((resolve) => {
        const look = () => (shown[words] > 0 ? resolve(shown[words]) : waiting.push(look));
        look();
      }),
    forget: () => {
      for (const words of WATCHED) {
        delete shown[words];
      }
    },
    tapped: () => tapped,
    now: () => performance.now(),
    tasksSince: (time) => tasks.filter(({ startTime }) => startTime >= time).map(({ duration }) => duration),
    pulledSince: (time) => pulled.filter((at) => at >= time),
    /** When the newest page of changes was requested and when it had arrived, after a time. */
    changesSince: (time) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.includes('/changes?') && startTime >= time)
        .map(({ startTime, responseEnd, decodedBodySize }) => ({ startTime, responseEnd, decodedBodySize })),
    rows: (store) => withDatabase((db) => answerOf(db.transaction(store).objectStore(store).getAll())),
    put: (store, rows) =>
      withDatabase(async (db) => {
        const transaction = db.transaction(store, 'readwrite');
        for (const row of rows) {
          transaction.objectStore(store).put(row);
        }
        await endOf(transaction);
      }),
    /** How many changes of a user wait, and how long the answer took: the same two queries that the app makes. */
    waiting: (userId) =>
      withDatabase(async (db) => {
        const began = performance.now();
        const queue = db.transaction('syncQueue').objectStore('syncQueue');
        const [all] = await Promise.all([
          answerOf(queue.index('byUser').count(IDBKeyRange.bound([userId, 0], [userId, Infinity]))),
          answerOf(queue.index('byTurn').count(IDBKeyRange.bound([userId, 'attention', 0], [userId, 'attention', Infinity]))),
        ]);
        return { all, ms: performance.now() - began };
      }),
    /** Presses what has the text, and waits for the frame in which the desk shows something else; milliseconds. */
    pressOnDesk: (selector, words) =>
      pressUntil(
        [...document.querySelectorAll(selector)].find(({ textContent }) => textContent.includes(words)),
        () => `${document.querySelector('.desk-shown')?.textContent} ${document.querySelector('.desk-row')?.id} ${location.search}`,
      ),
    /** Presses the first of these, and waits for the frame in which the first of the others has another text; milliseconds. */
    pressUntilChanged: (pressed, seen) => pressUntil(document.querySelector(pressed), () => document.querySelector(seen)?.textContent),
  };
})();
