import { create } from 'zustand'

/** Which page of the server is in view; the same one when another database comes into view. */
export const useServerPage = create<{ readonly key: string }>()(() => ({ key: 'status' }))

export function showServerPage(key: string): void {
  useServerPage.setState({ key })
}
