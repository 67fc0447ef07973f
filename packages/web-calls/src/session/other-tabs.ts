import { isPreviewing, openAnew } from '@qd/web-base'
import { useSession } from '@qd/web-base'
import { useSuspended } from '@qd/web-base'

const SESSION = 'qd.session'

function userIn(text: string | null): string {
  try {
    const stored = JSON.parse(text ?? 'null') as { state?: { userInfo?: { id?: string } } } | null
    return stored?.state?.userInfo?.id ?? ''
  } catch {
    // Not written by this program.
    return ''
  }
}

/**
 * Somebody else signed in in another tab of this browser: what is open here is of the person before and goes with a
 * fresh load of the page, which starts with the session of the new one. Returns a disposer.
 */
export function followOtherTabs(start: (path: string) => void = openAnew): () => void {
  const onStored = ({ key, newValue }: StorageEvent) => {
    const next = userIn(newValue)
    if (key !== SESSION || next === '' || isPreviewing()) return
    const own = useSession.getState().userInfo?.id ?? useSuspended.getState().user?.userId ?? next
    if (own !== next) start('/index')
  }
  window.addEventListener('storage', onStored)
  return () => window.removeEventListener('storage', onStored)
}
