// Put into the page before the app (stage.ts): notes when words first show, how long tasks take, and reads and fills the app's database.
globalThis.bench = (() => {
  const WATCHED = ['Saved Offline', 'Hours per day', 'Planting'];
  const shown = {};
  const tasks = [];
  const pulled = [];
  let tapped = 0;

  /** When the frame that shows it has been handed over. */
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

  return {
    shown: (words) => shown[words] ?? 0,
    forget: () => {
      for (const words of WATCHED) {
        delete shown[words];
      }
    },
    tapped: () => tapped,
    now: () => performance.now(),
    tasksSince: (time) => tasks.filter(({ startTime }) => startTime >= time).map(({ duration }) => duration),
    pulledSince: (time) => pulled.filter((at) => at >= time),
    /** When the newest page of changes was asked for and had come, after a time. */
    changesSince: (time) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.includes('/changes?') && startTime >= time)
        .map(({ startTime, responseEnd, decodedBodySize }) => ({ startTime, responseEnd, decodedBodySize })),
    rows: (store) => withDatabase((db) => answerOf(db.transaction(store).objectStore(store).getAll())),
    put: (store, rows) =>
      withDatabase(
        (db) =>
          new Promise((resolve, reject) => {
            const transaction = db.transaction(store, 'readwrite');
            for (const row of rows) {
              transaction.objectStore(store).put(row);
            }
            transaction.addEventListener('complete', () => resolve(rows.length));
            transaction.addEventListener('abort', () => reject(transaction.error));
          }),
      ),
    /** How many changes of a user wait, and how long the answer took: the same two questions that the app asks. */
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
  };
})();
