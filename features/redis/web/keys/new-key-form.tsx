import { z } from '@qd/contract-kit'
import {
  Form,
  FormActions,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
  useForm,
  useZodForm,
} from '@qd/web-forms'
import type { ReactNode } from 'react'
import { useRedisTexts } from '../texts.ts'
import { atName } from './key-taken.ts'
import styles from './keys.module.css'
import { NEW_TYPES, isJson, isScore } from './new-key-content.ts'
import type { NewKeyValues, NewType } from './new-key-content.ts'
import { PairsField } from './pairs-field.tsx'
import { TTL_UNITS } from './ttl-units.ts'
import { typeName } from './type-badge.tsx'

const MOST_ENTRIES = 1_000
const HAS_PAIRS: readonly NewType[] = ['hash', 'zset', 'stream']

const fields = z.object({
  name: z.string().check(z.minLength(1)),
  type: z.enum(NEW_TYPES),
  text: z.string(),
  id: z.string().check(z.maxLength(64)),
  pairs: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .check(z.minLength(1), z.maxLength(MOST_ENTRIES)),
  amount: z.optional(z.int().check(z.gte(1), z.lte(3_153_600_000))),
  unit: z.enum(TTL_UNITS),
})

const schema = fields.check(
  z.refine(({ type, text }) => type !== 'json' || isJson(text), { path: ['text'] }),
  z.refine(({ type, pairs }) => type !== 'zset' || pairs.every(({ value }) => isScore(value)), {
    path: ['pairs'],
  }),
)

const INITIAL: NewKeyValues = {
  name: '',
  type: 'string',
  text: '',
  id: '',
  pairs: [{ name: '', value: '' }],
  amount: undefined,
  unit: 's',
}

function FirstValue({ type }: { type: NewType }): ReactNode {
  const t = useRedisTexts()
  if (type === 'string' || type === 'json')
    return <TextAreaField name="text" label={t('keys.create.value')} isMono rows={4} />
  if (type === 'list' || type === 'set')
    return (
      <TextAreaField
        name="text"
        label={t(type === 'list' ? 'keys.create.entries' : 'keys.create.members')}
        help={t('keys.create.onePerLine')}
        isMono
        rows={4}
      />
    )
  return (
    <>
      {type === 'stream' ? (
        <TextField
          name="id"
          label={t('keys.create.entryId')}
          placeholder="*"
          help={t('keys.create.idHint')}
          isMono
        />
      ) : null}
      <PairsField
        name="pairs"
        label={t(type === 'zset' ? 'keys.create.members' : 'keys.create.fields')}
        names={t(type === 'zset' ? 'keys.create.member' : 'keys.create.field')}
        values={t(type === 'zset' ? 'keys.create.score' : 'keys.create.value')}
      />
    </>
  )
}

/** Type of the key that is being made. */
function useNewType(): NewType {
  return (useForm().values as NewKeyValues).type
}

function Fields({ types }: { types: readonly NewType[] }): ReactNode {
  const t = useRedisTexts()
  const type = useNewType()
  return (
    <>
      <TextField name="name" label={t('keys.create.name')} isMono isFirst isRequired />
      <SelectField
        name="type"
        label={t('keys.create.type')}
        options={types.map((value) => ({ value, label: value === 'json' ? typeName('ReJSON-RL') : value }))}
      />
      <FirstValue type={type} />
      <div className={styles.pair}>
        <NumberField name="amount" label={t('keys.create.ttl')} placeholder={t('keys.create.noEnd')} />
        <SelectField
          name="unit"
          label={t('keys.create.unit')}
          options={TTL_UNITS.map((value) => ({ value, label: t(`keys.unit.${value}`) }))}
        />
      </div>
    </>
  )
}

/** Asks for the name of a new key first, then type, first value and time to live; what was typed stays when it is refused. */
export function NewKeyForm(props: {
  /** What it proposes. */
  name: string
  types: readonly NewType[]
  send: (values: NewKeyValues) => Promise<unknown>
  onSent: (values: NewKeyValues) => void
  onClose: () => void
}): ReactNode {
  const t = useRedisTexts()
  const { name, types, send, onSent, onClose } = props
  const form = useZodForm({
    schema,
    initial: { ...INITIAL, name },
    send: (values) => send(values as NewKeyValues).catch(atName),
    onSent: (_reply, values) => onSent(values as NewKeyValues),
    issueText: ({ path }) => {
      if (path[0] === 'name') return t('keys.create.nameFirst')
      if (path[0] === 'text') return t('keys.create.notJson')
      if (path[0] === 'pairs' && HAS_PAIRS.includes(form.values.type) && path.length === 1)
        return t('keys.create.scoreWrong')
      return undefined
    },
  })
  return (
    <Form form={form}>
      <Fields types={types} />
      <FormActions submitLabel={t('keys.create.do')} onCancel={onClose} />
    </Form>
  )
}
