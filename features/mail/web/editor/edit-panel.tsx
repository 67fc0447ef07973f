import type { LineRef } from '@qd/web-calls'
import { Panel } from '@qd/web-controls'
import { KeyChips, Slot } from '@qd/web-frame'
import { Button, Input, Select } from 'antd'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { emailType } from '../../contract/index.ts'
import type { MailDraft } from '../../contract/index.ts'
import { StateTag } from '../parts/state-tag.tsx'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import { DraftActions } from './draft-actions.tsx'
import { FieldRow } from './field-row.tsx'
import styles from './mail-editor.module.css'
import { SendSection } from './send-section.tsx'
import { TextSection } from './text-section.tsx'
import { TimeSection } from './time-section.tsx'
import type { MailDraftState } from './use-mail-draft.ts'

const TAGS_MAX = 20
const TAG_LENGTH = 30

interface PanelProps {
  line: LineRef
  state: MailDraftState
  isReadOnly: boolean
}

function Conflict({ state }: Pick<PanelProps, 'state'>): ReactNode {
  const t = useMailTexts()
  const { other } = state
  if (other === null) return null
  return (
    <div className={styles.conflict} role="alert">
      <span>{t('conflict.text')}</span>
      <Button size="small" onClick={() => state.load(other)}>
        {t('conflict.load')}
      </Button>
      <Button size="small" onClick={() => quietly(state.save(other.revision))}>
        {t('conflict.keep')}
      </Button>
    </div>
  )
}

function NameSection({ state, isReadOnly }: Omit<PanelProps, 'line'>): ReactNode {
  const t = useMailTexts()
  const { draft, patch } = state
  return (
    <section className={styles.section}>
      <div className={styles.row}>
        <FieldRow label={t('column.name')}>
          {(id) => (
            <Input
              id={id}
              maxLength={100}
              disabled={isReadOnly}
              value={draft.name}
              onChange={({ target }) => patch({ name: target.value })}
            />
          )}
        </FieldRow>
        <FieldRow label={t('column.emailType')} isShort>
          {(id) => (
            <Select
              id={id}
              className={styles.kind}
              disabled={isReadOnly}
              value={draft.emailType}
              options={emailType.options.map((value) => ({ value, label: t(`emailType.${value}`) }))}
              onChange={(value) => patch({ emailType: value })}
            />
          )}
        </FieldRow>
      </div>
      <FieldRow label={t('column.tags')}>
        {(id) => (
          <Select
            id={id}
            mode="tags"
            open={false}
            suffixIcon={null}
            disabled={isReadOnly}
            maxCount={TAGS_MAX}
            tokenSeparators={[',', '，', '、']}
            value={draft.tags}
            onChange={(next: string[]) => {
              const tags = next.map((tag) => tag.trim().slice(0, TAG_LENGTH)).filter((tag) => tag !== '')
              patch({ tags: [...new Set(tags)].slice(0, TAGS_MAX) })
            }}
          />
        )}
      </FieldRow>
    </section>
  )
}

function Keys({ state }: Pick<PanelProps, 'state'>): ReactNode {
  const t = useMailTexts()
  return (
    <span className={styles.keys}>
      {state.isChanged ? null : <span>{t('saved')}</span>}
      <KeyChips keys="mod+s" /> {t('save')}
      <KeyChips keys="mod+enter" /> {t('panel.checks')}
    </span>
  )
}

/** The form of a draft: who gets it, texts, attachments, times. */
export function EditPanel({ line, state, isReadOnly }: PanelProps): ReactNode {
  const t = useMailTexts()
  const { draft, base, patch } = state
  return (
    <Panel
      className={styles.main}
      title={draft.name === '' ? t('unnamed') : draft.name}
      icon={<Mail size={15} aria-hidden />}
      count={<StateTag state={base.state} />}
      actions={isReadOnly ? undefined : <DraftActions line={line} state={state} />}
      status={isReadOnly ? undefined : <Keys state={state} />}
    >
      <Conflict state={state} />
      <fieldset key={state.formKey} className={styles.fields} disabled={isReadOnly}>
        <NameSection state={state} isReadOnly={isReadOnly} />
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
