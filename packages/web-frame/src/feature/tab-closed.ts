/** A tab that closed, after its page was unmounted. */
export interface ClosedTab {
  id: string
  /** Path of the page, as it is declared. */
  page: string
  record: Readonly<Record<string, string>>
}

const listeners: ((tab: ClosedTab) => void)[] = []

/** Stores outside the pages name here what to forget when a tab closes: reopening it is new. */
export function whenTabCloses(forget: (tab: ClosedTab) => void): void {
  listeners.push(forget)
}

export function tellTabClosed(tab: ClosedTab): void {
  for (const forget of listeners) forget(tab)
}
