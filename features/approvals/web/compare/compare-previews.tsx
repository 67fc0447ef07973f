import type { ReactNode } from 'react'
import type { ShownBlock } from '../../contract/index.ts'
import { PreviewBlock } from '../preview/preview-block.tsx'
import { useApprovalsTexts } from '../texts.ts'
import { marksOf, pairsOf } from './block-marks.ts'
import styles from './compare.module.css'

function Side({ block, other }: { block: ShownBlock | undefined; other: ShownBlock | undefined }): ReactNode {
  const t = useApprovalsTexts()
  if (block === undefined) return <p className={styles.none}>{t('compare.missing')}</p>
  return <PreviewBlock block={block} marks={marksOf(block, other)} />
}

interface Shown {
  revision: number
  preview: readonly ShownBlock[]
}

/** What approvers see of two revisions, side by side; rows that differ are marked. */
export function ComparePreviews({ left, right }: { left: Shown; right: Shown }): ReactNode {
  const t = useApprovalsTexts()
  return (
    <div className={styles.sides}>
      {[left, right].map(({ revision }) => (
        <h3 key={revision}>{t('request.revision', { revision })}</h3>
      ))}
      {pairsOf(left.preview, right.preview).map((pair, index) => (
        <div key={index} className={styles.pair}>
          <div data-side={t('request.revision', { revision: left.revision })}>
            <Side block={pair.left} other={pair.right} />
          </div>
          <div data-side={t('request.revision', { revision: right.revision })}>
            <Side block={pair.right} other={pair.left} />
          </div>
        </div>
      ))}
    </div>
  )
}
