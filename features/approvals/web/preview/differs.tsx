import type { ReactNode } from 'react'
import { useApprovalsTexts } from '../texts.ts'

/** Keys of what a block says otherwise than that of another revision. */
export type Marks = ReadonlySet<string>

/** Says of a marked row that it differs, to those who do not see the mark. */
export function Differs({ marks, of }: { marks: Marks; of: string | number }): ReactNode {
  const t = useApprovalsTexts()
  return marks.has(String(of)) ? <span className="qd-visually-hidden"> ({t('compare.differs')})</span> : null
}
