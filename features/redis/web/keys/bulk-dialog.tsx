import { z } from '@qd/contract-kit'
import { call, newConfirmation, useCall } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import { Form, FormActions, NumberField, SelectField, useZodForm } from '@qd/web-forms'
import { ErrorState, openDialog, toast } from '@qd/web-frame'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { previewKeys, startKeysJob } from '../../contract/index.ts'
import type { KeyAction, KeySelection, RedisBytes, RedisConnection } from '../../contract/index.ts'
import { bytesId, shownBytes } from '../detail/model/bytes.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import { databaseId } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { useConnections } from '../connections/use-connections.ts'
import { CopyFields } from './copy-fields.tsx'
import { copyAction, copyFields, copyInitial, onlyKey, targetsOf } from './copy-target.ts'
import type { CopyKind } from './copy-target.ts'
import { followJob } from './follow-job.ts'
import type { KeySession } from './key-session.ts'
import styles from './keys.module.css'
import { TTL_UNITS, ttlOf } from './ttl-units.ts'

export type BulkKind = 'delete' | 'expire' | 'persist' | CopyKind

interface BulkProps {
  session: KeySession
  selection: KeySelection
  kind: BulkKind
  onClose: () => void
}

const ends = { amount: z.int().check(z.gte(1), z.lte(3_153_600_000)), unit: z.enum(TTL_UNITS) }
const schema = z.object({ ...ends, ...copyFields })
/** What is not asked for is not looked at. */
const plain = z.object({ ...schema.shape, connectionId: z.string() })
type Wanted = z.output<typeof schema>

const isCopying = (kind: BulkKind): kind is CopyKind =>
  kind === 'copy' || kind === 'move' || kind === 'duplicate'

const bodyOf = ({ connection, db }: OpenDatabase) => ({
  lineId: connection.lineId,
  connectionId: connection.id,
  db,
})

const titleKey = (kind: BulkKind, selection: KeySelection) => {
  if (!isCopying(kind)) return `keys.bulk.${kind}` as const
  return kind !== 'duplicate' && onlyKey(selection) !== null
    ? (`transfer.title.${kind}One` as const)
    : (`transfer.title.${kind}` as const)
}

function actionOf(
  kind: BulkKind,
  wanted: Wanted,
  { selection, targets }: { selection: KeySelection; targets: readonly RedisConnection[] },
): KeyAction {
  if (kind === 'expire') return { kind, seconds: Math.round(ttlOf(wanted) / 1_000) }
  if (!isCopying(kind)) return { kind }
  return copyAction(kind === 'move' ? 'move' : 'copy', wanted, { selection, targets })
}

/** Which keys it is about: how many, the first of them, and whether they can be had back. */
function Touched(props: {
  kind: BulkKind
  preview: { keys: number; isExact: boolean; sample: readonly RedisBytes[]; isKept: boolean }
}): ReactNode {
  const t = useRedisTexts()
  const { keys, isExact, sample, isKept } = props.preview
  return (
    <>
      <p className={styles.bulkCount}>
        {t(isExact ? 'keys.bulk.keys' : 'keys.bulk.atLeast', { count: keys })}
      </p>
      <ul className={styles.sample} aria-label={t('keys.bulk.sample')}>
        {sample.map((key) => (
          <li key={bytesId(key)}>{shownBytes(key)}</li>
        ))}
        {keys > sample.length ? <li>…</li> : null}
      </ul>
      {props.kind === 'delete' ? (
        <p className={isKept ? styles.hint : styles.warn}>
          {t(isKept ? 'keys.bulk.kept' : 'keys.bulk.lost')}
        </p>
      ) : null}
    </>
  )
}

function BulkForm(
  props: BulkProps & {
    preview: Parameters<typeof Touched>[0]['preview']
    targets: readonly RedisConnection[]
  },
): ReactNode {
  const t = useRedisTexts()
  const { session, selection, kind, preview, targets, onClose } = props
  // One per dialog: pressing again after a lost answer must not start a second job.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const title = t(titleKey(kind, selection))
  const form = useZodForm({
    schema: isCopying(kind) ? schema : plain,
    initial: {
      amount: 1,
      unit: 'h' as const,
      ...copyInitial(session.database, { selection, targets }, isCopying(kind) ? kind : 'copy'),
    },
    send: (wanted) =>
      call(
        startKeysJob,
        {
          body: {
            ...bodyOf(session.database),
            selection,
            action: actionOf(kind, wanted, { selection, targets }),
            idempotencyKey,
          },
        },
        {
          tag: 'redis:page.keys',
          told: 'form',
          confirmation: newConfirmation({
            text: t('keys.bulk.confirm', { action: title, count: preview.keys }),
            action: title,
          }),
        },
      ),
    onSent: ({ jobId, keys }, wanted) => {
      onClose()
      toast.message(redisText('keys.bulk.started', { count: keys }))
      followJob(
        session,
        { jobId, title, keys },
        isCopying(kind) ? databaseId(wanted.connectionId, wanted.db) : null,
      )
    },
  })
  return (
    <Form form={form}>
      <Touched kind={kind} preview={preview} />
      {kind === 'expire' ? (
        <div className={styles.pair}>
          <NumberField name="amount" label={t('keys.create.ttl')} isRequired />
          <SelectField
            name="unit"
            label={t('keys.create.unit')}
            options={TTL_UNITS.map((value) => ({ value, label: t(`keys.unit.${value}`) }))}
          />
        </div>
      ) : null}
      {isCopying(kind) ? <CopyFields selection={selection} targets={targets} /> : null}
      <FormActions submitLabel={title} isDanger={kind === 'delete'} onCancel={onClose} />
    </Form>
  )
}

function Bulk(props: BulkProps): ReactNode {
  const t = useRedisTexts()
  const { session, selection } = props
  const { data, isError, error, refetch } = useCall(
    previewKeys,
    { body: { ...bodyOf(session.database), selection } },
    { tag: 'redis:page.keys', told: 'inline', staleTimeMs: 0 },
  )
  const connections = useConnections()
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isCopying(props.kind) && connections.error !== null)
    return <ErrorState error={connections.error} onRetry={connections.retry} />
  if (data === undefined || (isCopying(props.kind) && connections.list === undefined))
    return <LoadingRows rows={4} />
  const targets = targetsOf(connections.list ?? [])
  if (isCopying(props.kind) && targets.length === 0)
    return <p className={styles.hint}>{t('transfer.copy.none')}</p>
  if (data.keys === 0) return <p className={styles.hint}>{t('keys.bulk.none')}</p>
  return <BulkForm {...props} preview={data} targets={targets} />
}

/** Shows which keys would be deleted, copied, get an end or lose theirs, and starts the job that does it. */
export function openBulk(session: KeySession, selection: KeySelection, kind: BulkKind): void {
  openDialog(({ close }) => <Bulk session={session} selection={selection} kind={kind} onClose={close} />, {
    title: redisText(titleKey(kind, selection)),
    width: 480,
    danger: kind === 'delete',
  })
}
