// First of all: a browser that is too old says so, in place of a white page. Written so that the oldest ones can read it.
(function () {
  // What the app needs and has no replacement for; each came with, or before, the versions that are named below.
  var isNewEnough =
    'noModule' in document.createElement('script') &&
    'showPopover' in document.documentElement &&
    'showModal' in document.createElement('dialog') &&
    'toSorted' in Array.prototype &&
    'BroadcastChannel' in window &&
    CSS.supports('selector(:has(a))') &&
    CSS.supports('color', 'color-mix(in oklch, red, blue)');
  if (isNewEnough) {
    return;
  }

  var WORDS = {
    en: {
      title: 'This browser is too old for Headland',
      text: 'Update it, or open Headland in another one. What was saved in this browser stays in it.',
      least: 'Headland needs at least:',
    },
    de: {
      title: 'Dieser Browser ist zu alt für Headland',
      text: 'Bitte aktualisieren oder Headland in einem anderen Browser öffnen. Was in diesem gespeichert wurde, bleibt in ihm.',
      least: 'Headland braucht mindestens:',
    },
    es: {
      title: 'Este navegador es demasiado antiguo para Headland',
      text: 'Actualícelo o abra Headland en otro. Lo que se guardó en este navegador sigue en él.',
      least: 'Headland necesita como mínimo:',
    },
  };
  var LEAST = ['Safari 17 (iPhone, iPad: iOS 17)', 'Chrome 114', 'Edge 114', 'Samsung Internet 23', 'Firefox 128'];

  function languageOf() {
    var wanted = [].concat(navigator.languages || navigator.language || 'en');
    try {
      wanted.unshift(localStorage.getItem('language') || '');
      // oxlint-disable-next-line no-unused-vars -- the oldest ones cannot read it without a name
    } catch (_error) {
      // Without storage the browser's own languages tell.
    }
    for (var at = 0; at < wanted.length; at += 1) {
      var tag = String(wanted[at]).slice(0, 2).toLowerCase();
      if (WORDS[tag]) {
        return tag;
      }
    }
    return 'en';
  }

  function add(parent, name, text, style) {
    var element = document.createElement(name);
    element.textContent = text;
    element.style.cssText = style;
    parent.appendChild(element);
    return element;
  }

  function show() {
    var language = languageOf();
    var words = WORDS[language];
    var body = document.body;
    document.documentElement.lang = language;
    body.textContent = '';
    body.style.cssText = 'margin: 0; background: #f6f4ec; color: #14261c; font: 17px/1.5 sans-serif';
    var main = add(body, 'main', '', 'max-width: 32em; margin: 0 auto; padding: 3em 1.25em');
    add(main, 'h1', words.title, 'margin: 0 0 0.6em; font-size: 1.5em; line-height: 1.25');
    add(main, 'p', words.text, 'margin: 0 0 1.2em');
    add(main, 'p', words.least, 'margin: 0 0 0.3em; font-weight: bold');
    var list = add(main, 'ul', '', 'margin: 0; padding-left: 1.2em');
    for (var at = 0; at < LEAST.length; at += 1) {
      add(list, 'li', LEAST[at], '');
    }
  }

  // Before the app's own scripts, which then find no place in the page and end.
  document.addEventListener('readystatechange', function () {
    if (document.readyState === 'interactive') {
      show();
    }
  });
})();
