import { queryClient } from '@qd/web-calls'
import { useTabs } from './tabs-store.ts'

/** Mounts a page anew and asks again for all that is on the screen (S4.08); other pages ask when they are shown. */
export function refreshTab(id: string): void {
  void queryClient.invalidateQueries()
  useTabs.getState().refresh(id)
}
