const LANE = 50;
const LANES_TO_DO = [327, 377, 427, 477, 527, 577, 627];
const TRACK = `M40 750V640V90${`a25 25 0 0 1 ${LANE} 0V640a25 25 0 0 0 ${LANE} 0V90`.repeat(2)}a25 25 0 0 1 ${LANE} 0V640a25 25 0 0 0 ${LANE} 0V330`;

/** A field from above: worked in yellow up to the machine, striped beyond. */
export const WorkedField = () => (
  <svg viewBox="-50 0 760 730" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="absolute inset-0 size-full">
    <defs>
      <pattern id="unworked" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="12" height="12" className="fill-hedge2" />
        <rect width="3" height="12" className="fill-onhedge2 opacity-30" />
      </pattern>
    </defs>
    <g transform="rotate(-9 330 360)" fill="none" strokeLinejoin="round">
      <path d="M-24 26H704V704H-24Z" className="stroke-hedge2" strokeWidth="30" />
      {LANES_TO_DO.map((x) => (
        <rect key={x} x={x} y="65" width="26" height={x === LANES_TO_DO[0] ? 205 : 600} fill="url(#unworked)" />
      ))}
      <path d={TRACK} className="stroke-rape" strokeWidth="26" />
      <path d={TRACK} className="stroke-rapelo" strokeWidth="12" />
      <path d={TRACK} className="stroke-rape" strokeWidth="8" />
      <g transform="translate(340 318)">
        <circle r="27" className="fill-onhedge" />
        <path d="M0-13L10 10L0 5L-10 10Z" className="fill-hedge" />
      </g>
    </g>
  </svg>
);
