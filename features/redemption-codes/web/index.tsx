import type { WebFeature } from '@qd/web-frame'
import './texts.ts'

/** What the console shows of this feature. */
export const webFeature: WebFeature = { name: 'redemption-codes', pages: [] }
