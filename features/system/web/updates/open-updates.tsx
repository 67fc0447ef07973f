import { lazyPart, textOf } from '@qd/web-base'
import { LoadingRows } from '@qd/web-controls'
import { openDialog } from '@qd/web-frame'
import { Suspense } from 'react'

const UpdatesDialog = lazyPart(() => import('./updates-dialog.tsx'))

/** The versions of the console, over whatever page is open. */
export function openUpdates(): void {
  openDialog(
    () => (
      <Suspense fallback={<LoadingRows />}>
        <UpdatesDialog />
      </Suspense>
    ),
    { title: textOf('system', 'updates.title'), width: 560, tab: null },
  )
}
