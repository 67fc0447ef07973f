const MARK = 'data-dialog-body'
const openers = new WeakMap<Element, Element | null>()

/** Remembers where a dialog came from, under its body; outlives the dialog's entry in the store. */
export function keepOpener(body: Element, opener: Element | null): void {
  body.setAttribute(MARK, '')
  openers.set(body, opener)
}

/** The opener of the dialog an element stands in; null outside of dialogs. */
export function openerOf(element: Element | null): Element | null {
  const body = element?.closest(`[${MARK}]`)
  return body === null || body === undefined ? null : (openers.get(body) ?? null)
}
