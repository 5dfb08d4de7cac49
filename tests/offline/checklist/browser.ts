/** Stubs the browser globals that the page's modules read as they load; must be imported before them. */
Object.assign(globalThis, { window: new EventTarget() })
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { onLine: true } })
