import { EFFECTS, effect, z } from '@qd/contract-kit'
import { effectWords, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { Form, FormActions, MultiSelectField, SwitchField, TextAreaField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { functionEffects } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { useForgetFunctions } from './use-manage.ts'
import styles from './effects-dialog.module.css'

const schema = z.object({
  isSaid: z.boolean(),
  effects: z.array(effect),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})

type Said = NonNullable<FunctionEntry['saidEffects']>

function EffectsForm(props: {
  home: FunctionHome
  entry: FunctionEntry
  said: Said
  onClose: () => void
}): ReactNode {
  const t = useFunctionTexts()
  const kit = useKitText()
  const { home, entry, said, onClose } = props
  const forget = useForgetFunctions()
  const form = useZodForm({
    schema,
    initial: { isSaid: said.byConsole !== null, effects: said.byConsole ?? [], reason: '' },
    send: ({ isSaid, effects, reason }) =>
      call(
        functionEffects,
        {
          query: queryOf(home),
          body: { name: entry.id, effects: isSaid ? effects : null, revision: said.revision, reason },
        },
        { at: home.at, tag: 'custom-function:effects.title', told: 'form' },
      ),
    onSent: () => {
      toast.success(functionText('effects.done', { title: entry.title }))
      onClose()
      void forget()
    },
  })
  const byGame = effectWords(
    said.byGame === null ? { known: [], isComplete: false } : { known: said.byGame, isComplete: true },
    kit,
  )
  return (
    <Form form={form}>
      <p className={styles.text}>{t('effects.text')}</p>
      <p className={styles.text}>{t('effects.byGame', { effects: byGame })}</p>
      <SwitchField name="isSaid" label={t('effects.isSaid')} />
      {form.values.isSaid ? (
        <MultiSelectField
          name="effects"
          label={t('effects.label')}
          placeholder={t('effects.none')}
          options={EFFECTS.map((value) => ({ value, label: kit(`effect.${value}`) }))}
        />
      ) : null}
      <TextAreaField name="reason" label={t('effects.reason')} isRequired rows={2} />
      <FormActions submitLabel={t('effects.save')} onCancel={onClose} />
    </Form>
  )
}

/** What a function of the game does, as the console says it; policies go by it. */
export function openEffects(home: FunctionHome, entry: FunctionEntry, said: Said): void {
  openDialog(({ close }) => <EffectsForm home={home} entry={entry} said={said} onClose={close} />, {
    title: functionText('effects.of', { title: entry.title }),
    width: 480,
    isDismissible: false,
  })
}
