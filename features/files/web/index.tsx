import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import './slots.ts'
import './texts.ts'

/** Sends large files for the pages of other features; it has no page of its own. */
export const webFeature: WebFeature = {
  name: 'files',
  pages: [],
  slots: {
    fileUpload: lazyPart(() => import('./upload-row.tsx').then((file) => ({ default: file.UploadRow }))),
  },
}
