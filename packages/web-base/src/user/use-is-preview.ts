import { useSession } from './session.ts'

/** Whether this tab shows the console as a role sees it: then nothing is typed, since nothing can be sent. */
export function useIsPreview(): boolean {
  return useSession((state) => (state.userInfo?.preview ?? null) !== null)
}
