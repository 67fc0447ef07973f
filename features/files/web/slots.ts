import type { ComponentType } from 'react'

declare module '@qd/web-frame' {
  interface WebSlots {
    /** Sends a chosen file to the console and shows how far it is; a cut connection is gone on with. */
    fileUpload?: ComponentType<{
      file: File
      /** What it is sent for, as a feature of the server declares it. */
      use: string
      onDone: (fileId: string) => void
      onCancel: () => void
    }>
  }
}
