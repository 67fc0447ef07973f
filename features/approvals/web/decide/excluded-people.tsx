import type { ReactNode } from 'react'
import type { ApprovalDetail, Exclusion } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import styles from './decide.module.css'

const TOLD = ['author', 'editor', 'token_owner', 'same_person'] as const satisfies readonly Exclusion[]

/** People the two-person rule keeps from deciding, and why. */
export function ExcludedPeople({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const isOpen = request.status === 1 || request.status === 2
  if (!isOpen || request.excluded.length === 0) return null
  return (
    <section className={styles.excluded} aria-label={t('excluded.title')}>
      <h3>{t('excluded.title')}</h3>
      <ul>
        {request.excluded.map(({ person, why }) => {
          const told = TOLD.find((each) => each === why)
          return (
            <li key={person.id}>
              <bdi>{person.name}</bdi>
              {told === undefined ? null : <span>{t(`excluded.${told}`)}</span>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
