import { formatInstant } from '@qd/web-base'
import { Tag, Time } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { AuditListEntry } from '../../contract/index.ts'
import type { AuditTexts } from '../texts.ts'
import { TargetWords, targetText } from '../words/target-words.tsx'
import { placeText } from './place-text.ts'
import type { PlaceNames } from './place-text.ts'
import { ResultTag } from './result-tag.tsx'

export interface ColumnParts {
  t: AuditTexts
  titleOf: (action: string) => string
  places: PlaceNames
  /** The name behind a user id; anything else stays. */
  nameOf: (id: string) => string
}

const RISK_TONES: Partial<Record<AuditListEntry['risk'], Tone>> = { R3: 'warn', R4: 'error' }

/** Columns of the list, in the reader's words. */
export function auditColumns({ t, titleOf, places, nameOf }: ColumnParts): DataColumn<AuditListEntry>[] {
  const placeOf = ({ scope }: AuditListEntry) => placeText(scope, places, t('everywhere'))
  return [
    {
      key: 'time',
      title: t('column.time'),
      holds: 'time',
      render: ({ at }) => <Time at={at} />,
      text: ({ at }) => formatInstant(at),
    },
    {
      key: 'actor',
      title: t('column.actor'),
      width: 100,
      render: ({ actor }) => actor || '–',
      text: ({ actor }) => actor,
    },
    {
      key: 'action',
      title: t('column.action'),
      width: 160,
      render: ({ action }) => <span title={action}>{titleOf(action)}</span>,
      text: ({ action }) => titleOf(action),
    },
    {
      key: 'target',
      title: t('column.target'),
      width: 130,
      render: (entry) => (entry.target === '' ? '–' : <TargetWords entry={entry} nameOf={nameOf} />),
      text: (entry) => targetText(entry, nameOf),
    },
    {
      key: 'scope',
      title: t('column.scope'),
      width: 180,
      render: (entry) => <span title={entry.scope}>{placeOf(entry)}</span>,
      text: placeOf,
    },
    {
      key: 'result',
      title: t('column.result'),
      width: 100,
      render: (entry) => <ResultTag entry={entry} />,
      text: ({ result }) => t(`result.${result}`),
    },
    {
      key: 'risk',
      title: t('column.risk'),
      width: 56,
      render: ({ risk }) => <Tag tone={RISK_TONES[risk] ?? 'neutral'}>{risk}</Tag>,
      text: ({ risk }) => risk,
    },
    {
      key: 'reason',
      title: t('column.reason'),
      width: 140,
      isGrowing: true,
      render: ({ reason }) => <span title={reason}>{reason}</span>,
      text: ({ reason }) => reason,
    },
    {
      key: 'requestId',
      title: t('detail.request'),
      holds: 'orderId',
      isHidden: true,
      render: ({ requestId }) => <span className="qd-mono">{requestId}</span>,
      text: ({ requestId }) => requestId,
    },
  ]
}
