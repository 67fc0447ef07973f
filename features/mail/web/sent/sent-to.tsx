import { formatInstant, formatQuantity } from '@qd/web-base'
import { RecordFact } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { MailRecord } from '../../contract/index.ts'
import { useMailTexts } from '../texts.ts'

function boundsText(low: string | undefined, high: string | undefined): string {
  if (low !== undefined && high !== undefined) return `${low} – ${high}`
  return low === undefined ? `≤ ${high ?? ''}` : `≥ ${low}`
}

const written = <T,>(value: T | undefined, write: (value: T) => string) =>
  value === undefined ? undefined : write(value)

/** Whom a mail went to: how many players, or its servers and each part of its condition. */
export function SentTo({ mail }: { mail: MailRecord }): ReactNode {
  const t = useMailTexts()
  const { sendType, serverId, recipients, draft } = mail
  const { where, exclude } = draft
  if (sendType === 2 || sendType === 4) {
    const count = recipients?.players ?? draft.playerObj.length
    return (
      <RecordFact label={t('column.target')}>
        {t('list.players', { amount: formatQuantity(count) })}
      </RecordFact>
    )
  }
  const servers = serverId.length === 0 ? t('list.wholeLine') : serverId.map((sId) => `S${sId}`).join(' · ')
  const parts = sendType === 1 ? {} : where
  return (
    <>
      <RecordFact label={t('column.target')}>{servers}</RecordFact>
      {parts.channels === undefined ? null : (
        <RecordFact label={t('send.channels')}>{parts.channels.join(' · ')}</RecordFact>
      )}
      {(['level', 'vip'] as const).map((key) => {
        const of = parts[key]
        return of === undefined ? null : (
          <RecordFact key={key} label={t(`send.${key}`)}>
            {boundsText(written(of.min, formatQuantity), written(of.max, formatQuantity))}
          </RecordFact>
        )
      })}
      {(['registered', 'lastLogin'] as const).map((key) => {
        const of = parts[key]
        return of === undefined ? null : (
          <RecordFact key={key} label={t(`send.${key}`)}>
            {boundsText(written(of.from, formatInstant), written(of.to, formatInstant))}
          </RecordFact>
        )
      })}
      {exclude.length === 0 ? null : (
        <RecordFact label={t('sent.excluded')}>{formatQuantity(exclude.length)}</RecordFact>
      )}
    </>
  )
}
