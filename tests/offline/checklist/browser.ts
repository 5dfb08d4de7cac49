/** What the page's modules ask of a browser as they load; imported before them. */
Object.assign(globalThis, { window: new EventTarget() })
if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: { onLine: true } })
