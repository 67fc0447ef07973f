import type { ScheduleTiming } from '@qd/contract-kit'
import { useCall } from '@qd/web-calls'
import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { schedulePreview } from '../../contract/index.ts'
import { EntryTime } from '../parts/entry-time.tsx'
import { ruleText } from '../parts/rule-text.ts'
import { useSchedulesTexts } from '../texts.ts'
import styles from './timing-fields.module.css'

/** The rule in words with the next times, as the server counts them; or what is wrong with it. */
export function NextTimes({ timing }: { timing: ScheduleTiming }): ReactNode {
  const t = useSchedulesTexts()
  const asked = useDeferredValue(timing)
  const { data, error } = useCall(
    schedulePreview,
    { body: { timing: asked } },
    { tag: 'schedules:form.next', told: 'place', keepsPrevious: true, keepsFailure: true },
  )
  return (
    <section className={styles.next} aria-label={t('form.next')} aria-live="polite">
      <strong>{ruleText(t, timing)}</strong>
      {error === null ? null : <p className={styles.fault}>{error.message}</p>}
      {error !== null || data === undefined ? null : (
        <ul className={styles.times}>
          {data.upcoming.map((at) => (
            <li key={at}>
              <EntryTime at={at} zone={asked.zone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
