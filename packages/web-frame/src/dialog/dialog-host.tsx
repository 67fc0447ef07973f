import { Suspense, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSuspended, lazyPart } from '@qd/web-base'
import { TabContext } from '../feature/tab.ts'
import { isInView, useDialogs } from './dialog-store.ts'
import type { OpenDialog } from './dialog-store.ts'
import { DialogContext } from './dirty-dialogs.ts'

// The login page opens no dialog, so the modal's code waits for the first one.
const DialogFrame = lazyPart(() => import('./dialog-frame.tsx'))

/** A dialog counts as a part of its tab: what is typed there marks the tab. */
function DialogInTab({ dialog, isOpen }: { dialog: OpenDialog; isOpen: boolean }): ReactNode {
  const { tab = '' } = dialog
  const context = useMemo(() => ({ id: tab, isShown: isOpen }), [tab, isOpen])
  return (
    <TabContext value={context}>
      <DialogContext value={dialog.id}>
        <DialogFrame dialog={dialog} isOpen={isOpen} />
      </DialogContext>
    </TabContext>
  )
}

/** Shows open dialogs; stands outside the pages, because an antd Modal inside Activity breaks React. */
export function DialogHost(): ReactNode {
  const dialogs = useDialogs((state) => state.dialogs)
  const activeTab = useDialogs((state) => state.activeTab)
  const isSuspended = useSuspended((state) => state.user !== null)
  return (
    <Suspense fallback={null}>
      {dialogs.map((dialog) => (
        <DialogInTab key={dialog.id} dialog={dialog} isOpen={!isSuspended && isInView(dialog, activeTab)} />
      ))}
    </Suspense>
  )
}
