import { create } from 'zustand'

/** How many works under way block the whole page. */
export const usePageBlock = create<{ works: number }>()(() => ({ works: 0 }))

export function isPageBlocked(): boolean {
  return usePageBlock.getState().works > 0
}

const count = (step: number) => usePageBlock.setState(({ works }) => ({ works: works + step }))

/**
 * Runs what leaves no part of the page usable until it ended, such as going over to another session. Everything else
 * shows that it works where it was begun.
 */
export async function blockPage<T>(work: () => Promise<T>): Promise<T> {
  count(1)
  try {
    return await work()
  } finally {
    count(-1)
  }
}
