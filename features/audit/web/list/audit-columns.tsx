import { formatInstant } from '@qd/web-base'
import { RiskTag, Time } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import type { AuditListEntry } from '../../contract/index.ts'
import type { AuditTexts } from '../texts.ts'
import { TargetWords, targetText } from '../words/target-words.tsx'
import { entryPlace } from './place-text.ts'
import { ResultTag } from './result-tag.tsx'

export interface ColumnParts {
  t: AuditTexts
  /** The name behind a user id; anything else stays. */
  nameOf: (id: string) => string
  riskText: (risk: AuditListEntry['risk']) => string
}

/** Columns of the list, in the reader's words. */
export function auditColumns({ t, nameOf, riskText }: ColumnParts): DataColumn<AuditListEntry>[] {
  const placeOf = (entry: AuditListEntry) => entryPlace(entry, t('everywhere'))
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
      render: ({ action, actionTitle }) => <span title={action}>{actionTitle}</span>,
      text: ({ actionTitle }) => actionTitle,
    },
    {
      key: 'target',
      title: t('column.target'),
      width: 240,
      render: (entry) => (entry.target === '' ? '–' : <TargetWords entry={entry} nameOf={nameOf} />),
      text: (entry) => targetText(entry, nameOf),
    },
    {
      key: 'scope',
      title: t('column.scope'),
      width: 240,
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
      width: 96,
      render: ({ risk }) => <RiskTag risk={risk} />,
      text: ({ risk }) => riskText(risk),
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
