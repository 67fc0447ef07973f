import { EnvironmentTag } from '@qd/web-controls'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../contract/index.ts'
import { valueText } from '../parts/value-text.ts'
import { placeText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './phone.module.css'

/** Where it will be done; stays in view. */
export function PlaceStrip({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const { environment } = request
  return (
    <div className={styles.strip} data-production={environment === 'production'}>
      <TriangleAlert size={14} aria-hidden />
      {environment === null ? null : <EnvironmentTag environment={environment} />}
      <b>{placeText(request, t)}</b>
      <span>{valueText(request, t)}</span>
    </div>
  )
}
