import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import { useDialogs } from './dialog-store.ts'

// The login page opens no dialog, so the modal's code waits for the first one.
const DialogFrame = lazy(() => import('./dialog-frame.tsx'))

/** Shows open dialogs; stands outside the pages, because an antd Modal inside Activity breaks React. */
export function DialogHost(): ReactNode {
  const dialogs = useDialogs((state) => state.dialogs)
  const activeTab = useDialogs((state) => state.activeTab)
  return (
    <Suspense fallback={null}>
      {dialogs.map((dialog) => (
        <DialogFrame
          key={dialog.id}
          dialog={dialog}
          isOpen={dialog.tab === undefined || activeTab === '' || dialog.tab === activeTab}
        />
      ))}
    </Suspense>
  )
}
