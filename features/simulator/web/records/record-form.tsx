import { call } from '@qd/web-calls'
import {
  Form,
  FormActions,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
  useZodForm,
} from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { recordSave } from '../../contract/index.ts'
import type { SimulatorRecord } from '../../contract/index.ts'
import { simulatorText, useSimulatorTexts } from '../texts.ts'
import { FilesField } from './files-field.tsx'
import { LayoutField } from './layout-field.tsx'
import { draftOfRecord, recordSchema, saveOf } from './record-draft.ts'
import type { RecordDraft } from './record-draft.ts'
import styles from './records.module.css'

interface PartProps {
  values: RecordDraft
  isNew: boolean
}

const kept = (isNew: boolean) => (isNew ? [] : (['keep'] as const))

/** Where the messages come from. */
function DefinitionPart({ values, isNew }: PartProps): ReactNode {
  const t = useSimulatorTexts()
  const kinds = [...kept(isNew), 'files', 'descriptor'] as const
  return (
    <>
      <SelectField
        name="definition"
        label={t('records.definition')}
        options={kinds.map((value) => ({ value, label: t(`records.definitionOf.${value}`) }))}
      />
      {values.definition === 'files' ? <FilesField /> : null}
      {values.definition === 'descriptor' ? (
        <TextAreaField
          name="descriptor"
          label={t('records.definitionOf.descriptor')}
          placeholder='{ "nested": { } }'
          isMono
          rows={6}
        />
      ) : null}
    </>
  )
}

/** Which command number carries which messages. */
function CommandsPart({ values, isNew }: PartProps): ReactNode {
  const t = useSimulatorTexts()
  const kinds = [...kept(isNew), 'csv', 'list', 'rule'] as const
  return (
    <>
      <SelectField
        name="commands"
        label={t('records.commands')}
        options={kinds.map((value) => ({ value, label: t(`records.commandsOf.${value}`) }))}
      />
      {values.commands === 'csv' ? (
        <TextAreaField name="csv" label="CSV" help={t('records.csvHint')} isMono rows={5} />
      ) : null}
      {values.commands === 'list' ? (
        <TextAreaField
          name="list"
          label={t('records.commandsOf.list')}
          placeholder='[{ "cmd": 1, "name": "", "req": "", "res": "", "push": "" }]'
          isMono
          rows={5}
        />
      ) : null}
      {values.commands === 'rule' ? (
        <div className={styles.rule}>
          <TextField name="request" label={t('records.ruleRequest')} placeholder="C2S_" isMono />
          <TextField name="reply" label={t('records.ruleReply')} placeholder="S2C_" isMono />
          <TextField name="push" label={t('records.rulePush')} placeholder="Push_" isMono />
          <TextField name="enum" label={t('records.ruleEnum')} placeholder="game.Cmd" isMono />
        </div>
      ) : null}
    </>
  )
}

function EnterPart({ values }: { values: RecordDraft }): ReactNode {
  const t = useSimulatorTexts()
  return (
    <>
      <SelectField
        name="enter"
        label={t('records.enter')}
        options={(['none', 'message'] as const).map((value) => ({
          value,
          label: t(`records.enterOf.${value}`),
        }))}
      />
      {values.enter === 'message' ? (
        <>
          <NumberField name="enterCmd" label={t('records.enterCmd')} />
          <TextAreaField
            name="enterBody"
            label={t('records.enterBody')}
            help={t('records.enterHint', { open: '{{', close: '}}' })}
            isMono
            rows={4}
          />
        </>
      ) : null}
    </>
  )
}

const WRONG = ['url', 'layout', 'files', 'list', 'enterCmd', 'enterBody'] as const

interface RecordFormProps {
  lineId: string
  /** Null: a new one. */
  record: SimulatorRecord | null
  /** What a new one begins with; undefined: the usual layout. */
  layout?: unknown
  refresh: () => Promise<void>
  onClose: () => void
}

function RecordForm(props: RecordFormProps): ReactNode {
  const t = useSimulatorTexts()
  const { lineId, record, layout, refresh, onClose } = props
  const form = useZodForm({
    schema: recordSchema,
    initial: draftOfRecord(record, layout),
    send: (draft) =>
      call(
        recordSave,
        { body: saveOf(draft, lineId, record) },
        { tag: 'simulator:records.save', told: 'form' },
      ),
    onSent: ({ record: saved }) => {
      toast.success(t('records.saved', { name: saved.name }))
      void refresh()
      onClose()
    },
    issueText: ({ path }) => {
      const wrong = WRONG.find((name) => name === path[0])
      return wrong === undefined ? undefined : t(`records.wrong.${wrong}`)
    },
  })
  const part = { values: form.values as RecordDraft, isNew: record === null }
  return (
    <Form form={form}>
      <TextField name="name" label={t('records.name')} isFirst isRequired />
      <TextField
        name="url"
        label={t('records.url')}
        placeholder="ws://127.0.0.1:9000"
        help={t('records.urlHint')}
        isMono
        isRequired
      />
      <LayoutField />
      <DefinitionPart {...part} />
      <CommandsPart {...part} />
      <EnterPart values={part.values} />
      <FormActions submitLabel={t('records.save')} onCancel={onClose} />
    </Form>
  )
}

/** Opens the form of a record, or of a new one. */
export function openRecordDialog(
  lineId: string,
  record: SimulatorRecord | null,
  refresh: () => Promise<void>,
  layout?: unknown,
): void {
  const given = { lineId, record, layout, refresh }
  openDialog(({ close }) => <RecordForm {...given} onClose={close} />, {
    title: record === null ? simulatorText('records.new') : record.name,
    width: 720,
    isDismissible: false,
  })
}
