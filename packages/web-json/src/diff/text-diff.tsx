import { lazyPart } from '@qd/web-base'
import { LoadingRows } from '@qd/web-controls'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { TextDiffProps } from './diff-lines.tsx'

const DiffLines = lazyPart(() => import('./diff-lines.tsx'))

/** What goes and what comes between two texts, line by line. */
export function TextDiff(props: TextDiffProps): ReactNode {
  return (
    <Suspense fallback={<LoadingRows rows={4} />}>
      <DiffLines {...props} />
    </Suspense>
  )
}
