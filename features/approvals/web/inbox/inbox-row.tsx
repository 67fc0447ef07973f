import { EnvironmentTag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { ApprovalView } from '../../contract/index.ts'
import { RiskWord } from '../parts/risk-word.tsx'
import { StandingTag } from '../parts/standing-tag.tsx'
import { TypeIcon } from '../parts/type-icon.tsx'
import { valueText } from '../parts/value-text.ts'
import { ageOf, placeText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './inbox.module.css'

interface Props {
  request: ApprovalView
  now: number
  isChosen: boolean
  onChoose: () => void
}

/** A request in three lines: what, where and whose, how much and how it stands. */
export function InboxRow({ request, now, isChosen, onChoose }: Props): ReactNode {
  const t = useApprovalsTexts()
  const { title, environment, author, risk } = request
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-current={isChosen}
        data-request={request.id}
        onClick={onChoose}
      >
        <span className={styles.icon}>
          <TypeIcon type={request.type} />
        </span>
        <bdi className={styles.title} title={`#${request.number} ${title}`}>
          {title}
        </bdi>
        <span className={styles.age}>{ageOf(request.updatedAt, now)}</span>
        <span className={styles.place}>
          {environment === null ? null : <EnvironmentTag environment={environment} />}
          <span className={styles.cut} title={placeText(request, t)}>
            {placeText(request, t)}
          </span>
        </span>
        <bdi className={styles.author}>{author.name}</bdi>
        <span className={styles.weight}>
          <RiskWord risk={risk} />
          <span className={styles.cut}>{valueText(request, t)}</span>
        </span>
        <span className={styles.state}>
          <StandingTag of={request} />
        </span>
      </button>
    </li>
  )
}
