import { formatQuantity } from '@qd/web-base'
import { useScope, useSend } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { TimeRangePicker } from '@qd/web-controls'
import { Button, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { mailEstimate } from '../../contract/index.ts'
import type { MailCondition } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { idsOf } from '../parts/lines-of.ts'
import { useMailTexts } from '../texts.ts'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'

interface BlockProps {
  line: LineRef
  state: MailDraftState
  isReadOnly: boolean
}

function RangeParts({ state, isReadOnly }: Omit<BlockProps, 'line'>): ReactNode {
  const t = useMailTexts()
  const channels = useScope((scope) => scope.channels)
  const { where } = state.draft
  const patch = (part: { [K in keyof MailCondition]?: MailCondition[K] | undefined }) => {
    const next = Object.entries({ ...where, ...part }).filter(([, value]) => value !== undefined)
    state.patch({ where: Object.fromEntries(next) as MailCondition })
  }
  const numbers = (key: 'level' | 'vip') => {
    const now = where[key] ?? {}
    const field = (end: 'min' | 'max') => (
      <InputNumber
        aria-label={`${t(`send.${key}`)} ${t(`send.${end}`)}`}
        placeholder={t(`send.${end}`)}
        min={0}
        precision={0}
        disabled={isReadOnly}
        value={now[end] ?? null}
        onChange={(value) => {
          const { [end]: _, ...rest } = now
          const next = value === null ? rest : { ...rest, [end]: value }
          patch({ [key]: Object.keys(next).length === 0 ? undefined : next })
        }}
      />
    )
    return (
      <div className={styles.row}>
        <span className={styles.kind}>{t(`send.${key}`)}</span>
        {field('min')}
        {field('max')}
      </div>
    )
  }
  const times = (key: 'registered' | 'lastLogin') => (
    <div className={styles.row}>
      <span className={styles.kind}>{t(`send.${key}`)}</span>
      <TimeRangePicker
        label={t(`send.${key}`)}
        disabled={isReadOnly}
        value={{ from: where[key]?.from ?? null, to: where[key]?.to ?? null }}
        onChange={({ from, to }) => {
          const next = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
          patch({ [key]: Object.keys(next).length === 0 ? undefined : next })
        }}
      />
    </div>
  )
  return (
    <>
      <Select
        mode="multiple"
        allowClear
        aria-label={t('send.channels')}
        placeholder={t('send.channels')}
        disabled={isReadOnly}
        value={where.channels ?? []}
        options={channels.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(next: string[]) => patch({ channels: next.length === 0 ? undefined : next })}
      />
      {numbers('level')}
      {numbers('vip')}
      {times('registered')}
      {times('lastLogin')}
    </>
  )
}

/** About how many players it is, asked when somebody wants to know; another condition begins anew. */
function Estimate(props: { line: LineRef; serverId: number[]; where: MailCondition }): ReactNode {
  const t = useMailTexts()
  const { line, serverId, where } = props
  const estimate = useSend(mailEstimate, { tag: 'mail:send.estimate', told: 'place' })
  const { data: found, error } = estimate
  const uncounted = found?.servers.filter((server) => server.count === null) ?? []
  return (
    <>
      <div className={styles.row}>
        <Button
          size="small"
          loading={estimate.isPending}
          onClick={() => estimate.mutate({ query: atLine(line), body: { serverId, where } })}
        >
          {t('send.estimate')}
        </Button>
        {found === undefined ? null : (
          <b role="status">
            {found.isEstimate
              ? t('send.about', { count: found.count })
              : t('list.players', { amount: formatQuantity(found.count) })}
          </b>
        )}
      </div>
      {error === null ? null : (
        <p className={styles.hint} role="alert">
          {error.told}
        </p>
      )}
      <ul className={styles.list}>
        {uncounted.map(({ sId, name, state }) => (
          <li key={sId}>
            <span>S{sId}</span>
            <bdi>{name}</bdi>
            <span>{t(state === 'not_offered' ? 'send.notOffered' : 'sent.away')}</span>
          </li>
        ))}
      </ul>
      {found === undefined || found.sample.length === 0 ? null : (
        <ul className={styles.list} aria-label={t('send.sample')}>
          {found.sample.map(({ sId, uId, name, level }) => (
            <li key={uId}>
              <span>S{sId}</span>
              <code>{uId}</code>
              <bdi>{name}</bdi>
              <span>{`Lv.${level}`}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Types 1 and 3: servers and a condition, with about how many players that is. */
export function ConditionBlock({ line, state, isReadOnly }: BlockProps): ReactNode {
  const t = useMailTexts()
  const servers = useScope((scope) => scope.servers)
  const { draft, patch } = state
  const where = draft.sendType === 3 ? draft.where : {}
  return (
    <>
      <Select
        mode="multiple"
        allowClear
        aria-label={t('send.servers')}
        placeholder={t('send.servers')}
        optionFilterProp="label"
        disabled={isReadOnly}
        value={draft.serverId}
        options={servers.map(({ sId, serviceName }) => ({ value: sId, label: `S${sId} ${serviceName}` }))}
        onChange={(serverId: number[]) => patch({ serverId })}
      />
      {draft.sendType === 3 ? <RangeParts state={state} isReadOnly={isReadOnly} /> : null}
      <Input.TextArea
        aria-label={t('send.exclude')}
        placeholder={t('send.exclude')}
        autoSize={{ minRows: 1, maxRows: 5 }}
        disabled={isReadOnly}
        defaultValue={draft.exclude.join('\n')}
        onChange={({ target }) =>
          patch({ exclude: idsOf(target.value).filter((id) => /^\d{1,19}$/.test(id)) })
        }
      />
      <Estimate
        key={JSON.stringify([draft.serverId, where])}
        line={line}
        serverId={draft.serverId}
        where={where}
      />
    </>
  )
}
