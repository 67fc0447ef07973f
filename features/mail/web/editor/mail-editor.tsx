import { isCallError, textOf, useIsMobile, useMediaQuery } from '@qd/web-base'
import { call, useCall } from '@qd/web-calls'
import { Panel, SegmentedControl } from '@qd/web-controls'
import { Slot, toast, useMarkUnsaved } from '@qd/web-frame'
import { Button, Drawer, Input, Select } from 'antd'
import { ListChecks, Mail } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { emailType, mailChecks, mailGet, mailSave } from '../../contract/index.ts'
import type { MailDraft, MailRecord } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import type { LineRef } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { StateTag } from '../parts/state-tag.tsx'
import { PhoneFrame } from '../phone/phone-frame.tsx'
import { useMailTexts } from '../texts.ts'
import { ChecksPanel } from './checks-panel.tsx'
import styles from './mail-editor.module.css'
import { SendSection } from './send-section.tsx'
import { TextSection } from './text-section.tsx'
import { TimeSection } from './time-section.tsx'

interface EditorProps {
  line: LineRef
  mail: MailRecord
  isReadOnly: boolean
}

/** What was typed over the saved mail, and the revision it was typed over. */
function useMailDraft(line: LineRef, mail: MailRecord) {
  const [base, setBase] = useState(mail)
  const [draft, setDraft] = useState<MailDraft>(mail.draft)
  const [isWrong, setWrong] = useState(false)
  const [other, setOther] = useState<MailRecord | null>(null)
  const isChanged = draft !== base.draft
  useMarkUnsaved(isChanged ? 1 : 0)
  const take = (next: MailRecord) => {
    setBase(next)
    setDraft(next.draft)
    setOther(null)
    setWrong(false)
  }
  const read = () =>
    call(mailGet, { query: atLine(line), body: { id: mail.id } }, { tag: 'mail:one', told: 'toast' })
  const save = async (revision = base.revision) => {
    try {
      await call(
        mailSave,
        { query: atLine(line), body: { id: mail.id, revision, isTemplate: mail.isTemplate, draft } },
        { tag: 'mail:save', told: 'toast', answeredCodes: ['mail_changed'] },
      )
      take(await read())
      toast.success(textOf('mail', 'saved'))
      refreshMails()
    } catch (error) {
      if (!isCallError(error)) throw error
      if (error.code === 'mail_changed') setOther(await read())
    }
  }
  return {
    draft,
    base,
    other,
    isChanged,
    isWrong,
    setWrong,
    save,
    take,
    reload: async () => take(await read()),
    patch: (part: Partial<MailDraft>) => setDraft((before) => ({ ...before, ...part })),
  }
}

export type MailDraftState = ReturnType<typeof useMailDraft>

function Conflict({ state }: { state: MailDraftState }): ReactNode {
  const t = useMailTexts()
  const { other } = state
  if (other === null) return null
  return (
    <div className={styles.conflict} role="alert">
      <span>{t('conflict.text')}</span>
      <Button size="small" onClick={() => state.take(other)}>
        {t('conflict.load')}
      </Button>
      <Button size="small" onClick={() => void state.save(other.revision)}>
        {t('conflict.keep')}
      </Button>
    </div>
  )
}

function EditPanel({ line, state, isReadOnly }: EditorProps & { state: MailDraftState }): ReactNode {
  const t = useMailTexts()
  const { draft, base, patch } = state
  return (
    <Panel
      className={styles.main}
      title={draft.name === '' ? t('unnamed') : draft.name}
      icon={<Mail size={15} aria-hidden />}
      count={<StateTag state={base.state} />}
      actions={
        isReadOnly ? undefined : (
          <Button
            size="small"
            disabled={!state.isChanged || state.isWrong || state.other !== null}
            onClick={() => void state.save()}
          >
            {t('save')}
          </Button>
        )
      }
    >
      <Conflict state={state} />
      <fieldset className={styles.fields} disabled={isReadOnly}>
        <section className={styles.section}>
          <div className={styles.row}>
            <Input
              aria-label={t('column.name')}
              placeholder={t('column.name')}
              maxLength={100}
              disabled={isReadOnly}
              value={draft.name}
              onChange={({ target }) => patch({ name: target.value })}
            />
            <Select
              aria-label={t('column.emailType')}
              className={styles.kind}
              disabled={isReadOnly}
              value={draft.emailType}
              options={emailType.options.map((value) => ({ value, label: t(`emailType.${value}`) }))}
              onChange={(value) => patch({ emailType: value })}
            />
          </div>
        </section>
        <SendSection line={line} state={state} isReadOnly={isReadOnly} />
        <TextSection line={line} state={state} isReadOnly={isReadOnly} />
        <section className={styles.section} aria-label={t('section.attach')}>
          <h3>{t('section.attach')}</h3>
          <Slot
            name="giftEditor"
            values={{
              line,
              value: draft.attach,
              use: { kind: 'mail', players: base.recipients?.players ?? Math.max(1, draft.playerObj.length) },
              label: t('section.attach'),
              isDisabled: isReadOnly,
              onChange: (attach: MailDraft['attach'] | null) => {
                state.setWrong(attach === null)
                if (attach !== null) patch({ attach })
              },
            }}
          />
        </section>
        <TimeSection state={state} isReadOnly={isReadOnly} />
      </fieldset>
    </Panel>
  )
}

/** A draft or a template: the form, the phone, and the totals with the checks. */
export function MailEditor(props: EditorProps): ReactNode {
  const t = useMailTexts()
  const { line, mail } = props
  const isMobile = useIsMobile()
  const isWide = useMediaQuery('(min-width: 1440px)')
  const [part, setPart] = useState<'edit' | 'phone' | 'checks'>('edit')
  const [isOpen, setOpen] = useState(false)
  const state = useMailDraft(line, mail)
  const checks = useCall(
    mailChecks,
    { query: atLine(line), body: { id: mail.id } },
    { tag: 'mail:panel.checks', told: 'inline', keepsPrevious: true },
  )
  const nameOf = (number: string) =>
    checks.data?.totals.find((total) => total.number === number)?.name ?? number
  const edit = <EditPanel {...props} state={state} />
  const phone = (
    <PhoneFrame
      draft={state.draft}
      items={state.draft.attach.map((entry) => ({ ...entry, name: nameOf(entry.number) }))}
    />
  )
  const side = <ChecksPanel line={line} state={state} checks={checks} />
  if (isMobile) {
    return (
      <div className={styles.phonePage}>
        <SegmentedControl
          label={t('one')}
          value={part}
          segments={(['edit', 'phone', 'checks'] as const).map((value) => ({
            value,
            label: t(`panel.${value}`),
          }))}
          isBlock
          onChange={setPart}
        />
        <div hidden={part !== 'edit'}>{edit}</div>
        {part === 'phone' ? phone : null}
        {part === 'checks' ? side : null}
      </div>
    )
  }
  return (
    <div className={styles.columns}>
      {edit}
      {phone}
      {isWide ? (
        side
      ) : (
        <>
          <Button
            className={styles.opener}
            icon={<ListChecks size={15} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('panel.checks')}
          </Button>
          <Drawer open={isOpen} size={376} title={t('panel.checks')} onClose={() => setOpen(false)}>
            {side}
          </Drawer>
        </>
      )}
    </div>
  )
}
