import { textOf, useSession } from '@qd/web-base'
import { call, queryClient, queryKeyOf, useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Tag } from '@qd/web-controls'
import { z } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { Form, FormActions, SelectField, TextAreaField, TimeField, useZodForm } from '@qd/web-forms'
import { EmptyState, ErrorState, NoPermission, openConfirm, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { delegationEnd, delegationList, delegationSave, reasonText } from '../../contract/index.ts'
import { momentText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import { ManageFrame } from './manage-frame.tsx'
import styles from './manage.module.css'

const DAY_MS = 86_400_000
const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(delegationList) })

const form = z.object({
  to: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  fromAt: z.number(),
  toAt: z.number(),
  reason: reasonText,
})

type People = RouteReply<typeof delegationList>['people']

function DelegationForm({ onClose, people }: { onClose: () => void; people: People }): ReactNode {
  const t = useApprovalsTexts()
  const [now] = useState(() => Date.now())
  const state = useZodForm({
    schema: form,
    initial: { to: '', fromAt: now, toAt: now + 7 * DAY_MS, reason: '' },
    send: (body) => call(delegationSave, { body }, { tag: 'approvals:delegation.title', told: 'form' }),
    onSent: () => {
      refresh()
      onClose()
    },
  })
  return (
    <Form form={state}>
      <SelectField
        name="to"
        label={t('delegation.to')}
        help={t(people.length === 0 ? 'delegation.nobody' : 'delegation.toHelp')}
        isRequired
        options={people.map(({ username, name }) => ({ value: username, label: `${name} (${username})` }))}
      />
      <TimeField name="fromAt" label={t('delegation.from')} isRequired />
      <TimeField name="toAt" label={t('delegation.until')} isRequired />
      <TextAreaField name="reason" label={t('decide.reason')} isRequired rows={2} />
      <FormActions submitLabel={t('delegation.add')} onCancel={onClose} />
    </Form>
  )
}

const openForm = (people: People) =>
  void openDialog(({ close }) => <DelegationForm people={people} onClose={close} />, {
    title: textOf('approvals', 'delegation.add'),
    width: 480,
  })

function end(id: string): void {
  openConfirm({
    title: textOf('approvals', 'delegation.end'),
    text: textOf('approvals', 'delegation.endText'),
    action: textOf('approvals', 'delegation.end'),
    run: async () => {
      await call(delegationEnd, { body: { id } }, { tag: 'approvals:delegation.title', told: 'form' })
      refresh()
    },
  })
}

/** Who decides for whom while somebody is away. */
export function DelegationsPage(): ReactNode {
  const t = useApprovalsTexts()
  const mayDecide = useMay(delegationList, {})
  const me = useSession((state) => state.userInfo?.id)
  const { data, error, refetch } = useCall(delegationList, mayDecide ? { body: {} } : null, {
    tag: 'approvals:delegation.title',
    told: 'inline',
  })
  const add = (
    <Button
      type="primary"
      size="small"
      disabled={data === undefined}
      icon={<Plus size={13} aria-hidden />}
      onClick={() => openForm(data?.people ?? [])}
    >
      {t('delegation.add')}
    </Button>
  )
  const list = data?.list
  return (
    <ManageFrame
      title={t('delegation.title')}
      icon={<CalendarClock size={15} aria-hidden />}
      count={list?.length}
      actions={mayDecide ? add : undefined}
    >
      {!mayDecide ? (
        <NoPermission permission="approvals.decide" />
      ) : list === undefined ? (
        error === null ? (
          <LoadingRows />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : list.length === 0 ? (
        <EmptyState title={t('delegation.none')} hint={t('delegation.noneHint')} action={add} />
      ) : (
        <ul className={styles.list}>
          {list.map(({ id, from, to, fromAt, toAt, reason, isActive, endedAt }) => (
            <li key={id}>
              <h3>
                {t('delegation.who', { from: from.name, to: to.name })}
                {isActive ? <Tag tone="ok">{t('delegation.active')}</Tag> : null}
                {endedAt === null ? null : <Tag>{t('delegation.ended')}</Tag>}
              </h3>
              <p>
                {momentText(fromAt)} – {momentText(toAt)}
              </p>
              <p>{reason}</p>
              <span>
                {from.id === me && endedAt === null ? (
                  <Button size="small" onClick={() => end(id)}>
                    {t('delegation.end')}
                  </Button>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </ManageFrame>
  )
}
