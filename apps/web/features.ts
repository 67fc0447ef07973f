import type { WebFeature } from '@qd/web-frame'

const FOUND = import.meta.glob<WebFeature>('../../features/*/web/index.tsx', {
  eager: true,
  import: 'webFeature',
})

/** Every feature that has a web room: `ls features` is the product's menu. */
export const FEATURES: readonly WebFeature[] = Object.values(FOUND)
