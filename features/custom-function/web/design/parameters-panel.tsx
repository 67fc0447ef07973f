import { IconButton, Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Button, Checkbox, Input, Select } from 'antd'
import { ArrowDown, ArrowUp, Copy, Plus, Trash2, Variable } from 'lucide-react'
import type { ReactNode } from 'react'
import { valueText } from '../model/formula.ts'
import { useFunctionTexts } from '../texts.ts'
import type { FunctionTexts } from '../texts.ts'
import { inserted, moved, newParameter, replaced, without } from './definition.ts'
import type { ParameterDraft } from './definition.ts'
import { useDesign } from './design-context.ts'
import { FaultText } from './fault-text.tsx'
import { Labelled } from './labelled.tsx'
import { withDefault, withMaxBytes, withText, withType } from './parameter-edits.ts'
import type { TextKey } from './parameter-edits.ts'
import styles from './design.module.css'

const PLAIN_TYPES = ['int', 'float', 'string']
const PROVIDERS = ['gameProp', 'channel', 'server']

/** How long a text may be; one for letters gets several lines where it is filled in. */
function MaxBytesCell({ parameter, path, onChange }: ParameterProps): ReactNode {
  const t = useFunctionTexts()
  return (
    <Labelled label={t('parameter.maxBytes')}>
      {(id) => (
        <>
          <Input
            id={id}
            size="small"
            className="qd-mono"
            inputMode="numeric"
            autoComplete="off"
            value={parameter.maxBytes ?? ''}
            onChange={({ target }) => onChange(withMaxBytes(parameter, target.value))}
          />
          <FaultText path={`${path}.maxBytes`} />
        </>
      )}
    </Labelled>
  )
}

interface ParameterProps {
  parameter: ParameterDraft
  path: string
  onChange: (parameter: ParameterDraft) => void
}

function TextCell(
  props: ParameterProps & { name: TextKey; label: string; isMono?: boolean; hint?: string },
): ReactNode {
  const { parameter, path, name, label, onChange } = props
  return (
    <Labelled label={label}>
      {(id) => (
        <>
          <Input
            id={id}
            size="small"
            className={props.isMono === true ? 'qd-mono' : undefined}
            placeholder={props.hint}
            autoComplete="off"
            value={parameter[name] ?? ''}
            onChange={({ target }) => onChange(withText(parameter, name, target.value))}
          />
          <FaultText path={`${path}.${name}`} />
        </>
      )}
    </Labelled>
  )
}

function typeOptions(t: FunctionTexts, custom: readonly string[], hasList: boolean) {
  return [
    ...PLAIN_TYPES.map((value) => ({ value, label: t(`type.${value as 'int'}`) })),
    ...(hasList ? [{ value: 'array', label: t('type.array') }] : []),
    ...custom.map((value) => ({ value, label: value })),
  ]
}

function TypeCells({ parameter, path, onChange }: ParameterProps): ReactNode {
  const t = useFunctionTexts()
  const { protocol } = useDesign()
  const custom = Object.values(protocol?.diffInfos ?? {})
    .filter(({ netKey }) => netKey === '')
    .map(({ name }) => name)
  return (
    <>
      <Labelled label={t('parameter.type')}>
        {(id) => (
          <>
            <Select
              id={id}
              size="small"
              value={parameter.type}
              options={typeOptions(t, custom, true)}
              onChange={(type: string) => onChange(withType(parameter, type))}
            />
            <FaultText path={`${path}.type`} />
          </>
        )}
      </Labelled>
      {parameter.type === 'array' ? (
        <Labelled label={t('parameter.itemType')}>
          {(id) => (
            <>
              <Select
                id={id}
                size="small"
                value={parameter.itemType}
                options={typeOptions(t, custom, false)}
                onChange={(itemType: string) => onChange({ ...parameter, itemType })}
              />
              <FaultText path={`${path}.itemType`} />
            </>
          )}
        </Labelled>
      ) : null}
    </>
  )
}

function Parameter({ parameter, path, onChange }: ParameterProps): ReactNode {
  const t = useFunctionTexts()
  const each = { parameter, path, onChange }
  const isNumber = parameter.type === 'int' || parameter.type === 'float'
  return (
    <div className={styles.fields}>
      <TextCell {...each} name="fieldName" label={t('parameter.key')} isMono />
      <TextCell {...each} name="name" label={t('parameter.name')} />
      <TypeCells {...each} />
      {parameter.type === 'array' ? null : (
        <Labelled label={t('parameter.default')}>
          {(id) => (
            <>
              <Input
                id={id}
                size="small"
                className="qd-mono"
                value={valueText(parameter.defaultVal, parameter.type === 'string')}
                onChange={({ target }) => onChange(withDefault(parameter, target.value))}
              />
              <FaultText path={`${path}.defaultVal`} isDeep />
            </>
          )}
        </Labelled>
      )}
      {isNumber ? (
        <>
          <TextCell {...each} name="min" label={t('parameter.min')} isMono />
          <TextCell {...each} name="max" label={t('parameter.max')} isMono />
          <TextCell {...each} name="unit" label={t('parameter.unit')} />
        </>
      ) : null}
      {parameter.type === 'string' ? <MaxBytesCell {...each} /> : null}
      <Labelled label={t('parameter.provider')}>
        {(id) => (
          <>
            <Select
              id={id}
              size="small"
              allowClear
              placeholder={t('parameter.noProvider')}
              value={parameter.dataProvider}
              options={PROVIDERS.map((value) => ({ value, label: t(`provider.${value as 'server'}`) }))}
              onChange={(value: string | undefined) =>
                onChange(withText(parameter, 'dataProvider', value ?? ''))
              }
            />
            <FaultText path={`${path}.dataProvider`} />
          </>
        )}
      </Labelled>
      <TextCell {...each} name="comment" label={t('parameter.comment')} />
      <Checkbox
        checked={parameter.sensitive === true}
        onChange={({ target }) => {
          const { sensitive: _sensitive, ...rest } = parameter
          onChange(target.checked ? { ...rest, sensitive: true } : rest)
        }}
      >
        {t('parameters.sensitive')}
      </Checkbox>
      <FaultText path={path} />
    </div>
  )
}

/** What is asked for before the function is run. */
export function ParametersPanel(): ReactNode {
  const t = useFunctionTexts()
  const { definition, change } = useDesign()
  const { parameters } = definition
  const set = (next: ParameterDraft[]) => change({ ...definition, parameters: next })
  const last = parameters.length - 1
  return (
    <Panel
      title={t('parameters.title')}
      icon={<Variable size={15} aria-hidden />}
      count={parameters.length}
      actions={
        <Button
          size="small"
          icon={<Plus size={13} aria-hidden />}
          onClick={() => set([...parameters, newParameter(parameters)])}
        >
          {t('parameter.add')}
        </Button>
      }
    >
      {parameters.length === 0 ? (
        <EmptyState title={t('design.noParameters')} hint={t('design.noParametersHint')} />
      ) : null}
      <FaultText path="parameters" />
      <ol className={styles.steps}>
        {parameters.map((parameter, index) => (
          // eslint-disable-next-line react/no-array-index-key -- the key of a parameter changes while it is typed
          <li
            key={index}
            className={styles.step}
            data-step={`parameters.${index}`}
            aria-label={t('parameter.numbered', { number: index + 1 })}
          >
            <div className={styles.stepHead}>
              <span className={styles.number}>{index + 1}</span>
              <code className={styles.grow}>{`param.${parameter.fieldName}`}</code>
              <IconButton
                isSmall
                label={t('step.up')}
                disabled={index === 0}
                onClick={() => set(moved(parameters, index, index - 1))}
              >
                <ArrowUp size={14} aria-hidden />
              </IconButton>
              <IconButton
                isSmall
                label={t('step.down')}
                disabled={index === last}
                onClick={() => set(moved(parameters, index, index + 1))}
              >
                <ArrowDown size={14} aria-hidden />
              </IconButton>
              <IconButton
                isSmall
                label={t('step.copy')}
                onClick={() =>
                  set(
                    inserted(parameters, index + 1, {
                      ...parameter,
                      fieldName: newParameter(parameters).fieldName,
                    }),
                  )
                }
              >
                <Copy size={14} aria-hidden />
              </IconButton>
              <IconButton
                isSmall
                label={t('parameter.remove')}
                onClick={() => set(without(parameters, index))}
              >
                <Trash2 size={14} aria-hidden />
              </IconButton>
            </div>
            <Parameter
              parameter={parameter}
              path={`parameters.${index}`}
              onChange={(next) => set(replaced(parameters, index, next))}
            />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
