/** What a box for input is called: by its own label, another element, or the label that belongs to it. */
function nameOf(box: HTMLElement): readonly [string, string] | null {
  for (const attribute of ['aria-label', 'aria-labelledby']) {
    const own = box.getAttribute(attribute) ?? ''
    if (own !== '') return [attribute, own]
  }
  const label = box instanceof HTMLInputElement ? box.labels?.[0]?.textContent : undefined
  return label === undefined || label === '' ? null : ['aria-label', label]
}

/**
 * Gives the list that a select opens the name of its box, as ARIA asks of a listbox; antd leaves it without one.
 * Looks only while such a box has the focus. Returns how to end it.
 */
export function nameLists(root: Document): () => void {
  let box: HTMLElement | null = null
  const name = () => {
    const list = root.getElementById(box?.getAttribute('aria-controls') ?? '')
    if (
      box === null ||
      list === null ||
      list.hasAttribute('aria-label') ||
      list.hasAttribute('aria-labelledby')
    )
      return
    const named = nameOf(box)
    if (named !== null) list.setAttribute(...named)
  }
  const watch = new MutationObserver(name)
  const onIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'combobox') return
    box = target
    watch.observe(root.body, { subtree: true, childList: true, attributeFilter: ['aria-controls'] })
    name()
  }
  const onOut = () => {
    box = null
    watch.disconnect()
  }
  root.addEventListener('focusin', onIn)
  root.addEventListener('focusout', onOut)
  return () => {
    onOut()
    root.removeEventListener('focusin', onIn)
    root.removeEventListener('focusout', onOut)
  }
}
