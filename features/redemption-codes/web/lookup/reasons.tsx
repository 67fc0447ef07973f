import type { RouteReply } from '@qd/contract-kit'
import { formatInstant, formatQuantity } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { codeWhy, JudgedLimit } from '../../contract/index.ts'
import styles from '../parts/parts.module.css'
import { useLimitText } from '../parts/use-limit-text.ts'
import { useCodesTexts } from '../texts.ts'

type Why = RouteReply<typeof codeWhy>
const TONES = { yes: 'ok', no: 'error', unknown: 'warn' } as const

/** What the player has, as the limit writes its bounds. */
function valueText({ limit: { typeCode, content }, value }: JudgedLimit): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'number') return value ?? ''
  if (typeCode.code === 3) return formatInstant(value)
  return 'of' in content && content.of === 'sId' ? String(value) : formatQuantity(value)
}

function LimitRow({ judged }: { judged: JudgedLimit }): ReactNode {
  const t = useCodesTexts()
  const { label, text } = useLimitText()(judged.limit)
  return (
    <li>
      <Tag tone={TONES[judged.fits]}>{t(`why.fits.${judged.fits}`)}</Tag>
      <span>{`${label} · ${text}`}</span>
      <span>
        {judged.value === null ? t('why.notTold') : t('why.has', { value: valueText(judged) || '–' })}
      </span>
    </li>
  )
}

/** Everything that stands in the way of a player, and each limit with what they have of it. */
export function Reasons({ why: { refusals, limits, game } }: { why: Why }): ReactNode {
  const t = useCodesTexts()
  const plain = refusals.filter(({ limit }) => limit === null)
  return (
    <>
      {refusals.length === 0 ? <p role="status">{t('why.none')}</p> : null}
      {game === null || game.player === 'found' ? null : (
        <p role="status" className={styles.fault}>
          {t(`why.game.${game.player}`, { cause: game.cause ?? '' })}
        </p>
      )}
      <ul className={styles.uses}>
        {plain.map(({ refusal, code }) => (
          <li key={refusal}>
            <span className={styles.mono}>{code}</span>
            <span>{t(`refusal.${refusal}`)}</span>
          </li>
        ))}
        {limits.map((judged) => (
          <LimitRow key={JSON.stringify(judged.limit)} judged={judged} />
        ))}
      </ul>
    </>
  )
}
