import { queryClient } from '@qd/web-calls'

/** Everything that shows menus asks again. */
export function refreshMenus(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/platform/menu/'),
  })
}
