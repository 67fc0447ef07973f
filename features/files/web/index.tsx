import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import './slots.ts'
import './texts.ts'

/** Sends large files for the pages of other features; those kept stand on the page of the own account. */
export const webFeature: WebFeature = {
  name: 'files',
  pages: [],
  slots: {
    accountPanel: lazyPart(() => import('./own-files.tsx').then((file) => ({ default: file.OwnFiles }))),
    fileUpload: lazyPart(() => import('./upload-row.tsx').then((file) => ({ default: file.UploadRow }))),
  },
}
