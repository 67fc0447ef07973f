import { ownValue } from '@qd/protocol-model'
import { IconButton } from '@qd/web-controls'
import { Button, Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFunctionTexts } from '../texts.ts'
import type { ChangeDraft, CommandStep, MessageStep, PatchStep, ReadStep, StepDraft } from './definition.ts'
import { inserted, newChange, replaced, without } from './definition.ts'
import { useDesign } from './design-context.ts'
import { FaultText } from './fault-text.tsx'
import { FormulaInput } from './formula-input.tsx'
import { Labelled } from './labelled.tsx'
import { PlaceInput, nodeOfPlace } from './place-input.tsx'
import styles from './design.module.css'

interface StepFormProps<S> {
  step: S
  /** `steps.2`. */
  path: string
  onChange: (step: S) => void
}

/** The name a step keeps its answer under, for those after it. */
function KeptAs(props: { value: string; path: string; onChange: (as: string) => void }): ReactNode {
  const t = useFunctionTexts()
  return (
    <Labelled label={t('step.as')}>
      {(id) => (
        <>
          <Input
            id={id}
            size="small"
            className="qd-mono"
            placeholder="gold"
            prefix={<span className={styles.before}>read.</span>}
            value={props.value}
            onChange={({ target }) => props.onChange(target.value.trim())}
          />
          <FaultText path={`${props.path}.as`} />
        </>
      )}
    </Labelled>
  )
}

function ReadForm({ step, path, onChange }: StepFormProps<ReadStep>): ReactNode {
  return (
    <>
      <KeptAs value={step.as} path={path} onChange={(as) => onChange({ ...step, as })} />
      <PlaceInput place={step} path={path} onChange={onChange} />
    </>
  )
}

function ChangeForm(props: {
  change: ChangeDraft
  path: string
  onChange: (change: ChangeDraft) => void
  onRemove: (() => void) | null
}): ReactNode {
  const t = useFunctionTexts()
  const { protocol } = useDesign()
  const { change, path, onChange } = props
  const node = nodeOfPlace(protocol, change)
  const { value: _value, ...rest } = change
  return (
    <li className={styles.change}>
      <div className={styles.fields}>
        <PlaceInput place={change} path={path} onChange={onChange} />
        <FaultText path={path} />
        <Labelled label={t('step.op')}>
          {(id) => (
            <>
              <Select
                id={id}
                size="small"
                value={change.op}
                options={(['set', 'add', 'remove'] as const).map((value) => ({
                  value,
                  label: t(`step.ops.${value}`),
                }))}
                onChange={(op: ChangeDraft['op']) =>
                  onChange(op === 'remove' ? { ...rest, op } : { ...change, op, value: change.value ?? '' })
                }
              />
              <FaultText path={`${path}.op`} />
            </>
          )}
        </Labelled>
        {change.op === 'remove' ? null : (
          <Labelled label={t('step.value')} isWide>
            {(id) => (
              <FormulaInput
                id={id}
                label={t('step.value')}
                path={`${path}.value`}
                isText={node?.kind === 'scalar' && node.type === 'string'}
                value={change.value}
                onChange={(value) => onChange({ ...change, value })}
              />
            )}
          </Labelled>
        )}
      </div>
      {props.onRemove === null ? null : (
        <IconButton isSmall label={t('step.removeChange')} onClick={props.onRemove}>
          <X size={13} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function PatchForm({ step, path, onChange }: StepFormProps<PatchStep>): ReactNode {
  const t = useFunctionTexts()
  const { changes } = step
  return (
    <div className={styles.whole}>
      <ol className={styles.changes}>
        {changes.map((change, index) => (
          <ChangeForm
            // Changes have no name but their place.
            // eslint-disable-next-line react/no-array-index-key
            key={index}
            change={change}
            path={`${path}.changes.${index}`}
            onChange={(next) => onChange({ ...step, changes: replaced(changes, index, next) })}
            onRemove={
              changes.length === 1 ? null : () => onChange({ ...step, changes: without(changes, index) })
            }
          />
        ))}
      </ol>
      <Button
        size="small"
        icon={<Plus size={13} aria-hidden />}
        onClick={() => onChange({ ...step, changes: inserted(changes, changes.length, newChange()) })}
      >
        {t('step.addChange')}
      </Button>
    </div>
  )
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {}
}

/** The values without those that were left empty. */
function withValue(
  values: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Record<string, unknown> {
  const { [name]: _old, ...rest } = values
  return value === '' ? rest : { ...rest, [name]: value }
}

function MessageForm({ step, path, onChange }: StepFormProps<MessageStep>): ReactNode {
  const t = useFunctionTexts()
  const { messages } = useDesign()
  const chosen = messages.find(({ cmd }) => cmd === step.cmd)
  const body = fieldsOf(step.body)
  return (
    <>
      <Labelled label={t('kind.message')}>
        {(id) => (
          <>
            {messages.length === 0 ? (
              <Input
                id={id}
                size="small"
                value={step.cmd}
                onChange={({ target }) => onChange({ ...step, cmd: target.value })}
              />
            ) : (
              <Select
                id={id}
                size="small"
                popupMatchSelectWidth={false}
                showSearch={{ optionFilterProp: 'label' }}
                value={step.cmd === '' ? undefined : step.cmd}
                placeholder={t('place.choose')}
                options={messages.map(({ cmd, comment }) => ({
                  value: cmd,
                  label: `${cmd} ${comment}`.trim(),
                }))}
                onChange={(cmd: string) => onChange({ ...step, cmd, body: {} })}
              />
            )}
            <FaultText path={`${path}.cmd`} />
          </>
        )}
      </Labelled>
      <Labelled label={t('step.account')}>
        {(id) => (
          <FormulaInput
            id={id}
            isText
            label={t('step.account')}
            path={`${path}.account`}
            value={step.account}
            onChange={(account) => onChange({ ...step, account })}
          />
        )}
      </Labelled>
      <KeptAs value={step.as ?? ''} path={path} onChange={(as) => onChange(withName(step, as))} />
      {chosen === undefined ? (
        <Labelled label={t('step.body')} isWide>
          {(id) => (
            <FormulaInput
              id={id}
              label={t('step.body')}
              path={`${path}.body`}
              value={step.body}
              onChange={(next) => onChange({ ...step, body: next })}
            />
          )}
        </Labelled>
      ) : (
        chosen.fields.map(({ name, type }) => (
          <Labelled key={name} label={`${name} · ${type}`}>
            {(id) => (
              <FormulaInput
                id={id}
                isText={type === 'string'}
                label={name}
                path={`${path}.body.${name}`}
                value={ownValue(body, name) ?? ''}
                onChange={(value) => onChange({ ...step, body: withValue(body, name, value) })}
              />
            )}
          </Labelled>
        ))
      )}
    </>
  )
}

/** A step without a name for its answer has none, instead of an empty one. */
function withName<S extends MessageStep | CommandStep>(step: S, as: string): S {
  const { as: _old, ...rest } = step
  return (as === '' ? rest : { ...rest, as }) as S
}

function CommandForm({ step, path, onChange }: StepFormProps<CommandStep>): ReactNode {
  const t = useFunctionTexts()
  const { commands } = useDesign()
  const chosen = commands.find(({ id }) => id === step.name)
  return (
    <>
      <Labelled label={t('kind.command')}>
        {(id) => (
          <>
            <Select
              id={id}
              size="small"
              popupMatchSelectWidth={false}
              showSearch={{ optionFilterProp: 'label' }}
              value={step.name === '' ? undefined : step.name}
              placeholder={t('place.choose')}
              options={commands.map((each) => ({
                value: each.id,
                label: `${each.title} ${each.id} ${each.risk}`,
              }))}
              onChange={(name: string) => onChange({ ...step, name, params: {} })}
            />
            <FaultText path={`${path}.name`} />
          </>
        )}
      </Labelled>
      <KeptAs value={step.as ?? ''} path={path} onChange={(as) => onChange(withName(step, as))} />
      {(chosen?.parameters ?? []).map(({ fieldName, name, type }) => (
        <Labelled key={fieldName} label={`${name} ${fieldName}`.trim()}>
          {(id) => (
            <FormulaInput
              id={id}
              isText={type === 'string'}
              label={name || fieldName}
              path={`${path}.params.${fieldName}`}
              value={ownValue(step.params, fieldName) ?? ''}
              onChange={(value) => onChange({ ...step, params: withValue(step.params, fieldName, value) })}
            />
          )}
        </Labelled>
      ))}
      <FaultText path={`${path}.params`} isDeep={chosen === undefined} />
    </>
  )
}

/** The form of one step, by its kind. */
export function StepForm({ step, path, onChange }: StepFormProps<StepDraft>): ReactNode {
  if (step.kind === 'read') return <ReadForm step={step} path={path} onChange={onChange} />
  if (step.kind === 'patch') return <PatchForm step={step} path={path} onChange={onChange} />
  if (step.kind === 'message') return <MessageForm step={step} path={path} onChange={onChange} />
  return <CommandForm step={step} path={path} onChange={onChange} />
}
