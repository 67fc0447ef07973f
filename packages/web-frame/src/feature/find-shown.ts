/** The first element in view that fits: tabs that are not shown keep theirs in the document. */
export function findShown(selector: string): HTMLElement | null {
  const elements = document.querySelectorAll<HTMLElement>(selector)
  return (
    [...elements].find((each) => each.closest<HTMLElement>('[data-tab]')?.style.display !== 'none') ?? null
  )
}
