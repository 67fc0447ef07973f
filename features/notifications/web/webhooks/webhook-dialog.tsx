import { z } from '@qd/contract-kit'
import type { ScopePlace } from '@qd/contract-kit'
import { allowNetworks } from '@qd/catalogue/contract'
import { LANGUAGE_NAMES, LANGUAGES } from '@qd/i18n'
import { currentLanguage, textOf } from '@qd/web-base'
import { call, useMay } from '@qd/web-calls'
import { FieldFrame, Form, FormActions, useZodForm } from '@qd/web-forms'
import { MultiSelectField, SecretField, SelectField, SwitchField, TextField } from '@qd/web-forms'
import { Slot, openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { webhookSave, webhookValues } from '../../contract/index.ts'
import type { WebhookValues, WebhookView } from '../../contract/index.ts'
import { useNotificationsTexts } from '../texts.ts'
import { refreshWebhooks } from './refresh-webhooks.ts'
import { showSecret } from './secret-dialog.tsx'
import styles from './webhooks.module.css'

export interface KindOption {
  kind: string
  name: string
}

/** A secret field that is not touched has no value; the call takes an empty text then. */
const text = z.optional(z.string())
const form = z.object({
  values: z.extend(webhookValues, { url: text, feishuSecret: text }),
})
type Values = z.output<typeof form>['values']

const PLACEHOLDERS: Record<WebhookValues['shape'], string> = {
  json: 'https://example.org/quarterdeck',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
  slack: 'https://hooks.slack.com/services/…',
}

function valuesOf(webhook: WebhookView | null): Values {
  const shown = webhook ?? {
    name: '',
    scope: '*',
    kinds: [],
    shape: 'json' as const,
    lang: currentLanguage(),
    allowPrivate: false,
    allowLoopback: false,
    isOn: true,
  }
  const { name, scope, kinds, shape, lang, allowPrivate, allowLoopback, isOn } = shown
  return { name, scope, kinds, shape, lang, allowPrivate, allowLoopback, isOn }
}

function save(webhook: WebhookView | null, values: Values) {
  const seen = webhook === null ? {} : { id: webhook.id, version: webhook.version }
  const whole = { ...values, url: values.url ?? '', feishuSecret: values.feishuSecret ?? '' }
  return call(
    webhookSave,
    { body: { ...seen, values: whole } },
    { tag: 'notifications:webhooks.save', told: 'form' },
  )
}

function placeOf(scope: string): ScopePlace {
  const [game, operator, lineId, sId] = scope === '*' ? [] : scope.split('/')
  return {
    ...(game === undefined ? {} : { game }),
    ...(operator === undefined ? {} : { operator }),
    ...(lineId === undefined ? {} : { lineId }),
    ...(sId === undefined ? {} : { sId: Number(sId) }),
  }
}

/** Which networks the receiver may stand in beside the internet. */
function NetworkFields({ scope }: { scope: string }): ReactNode {
  const t = useNotificationsTexts()
  const mayOpen = useMay(allowNetworks, placeOf(scope))
  return (
    <div className={styles.networks}>
      <div className={styles.flags}>
        <SwitchField name="values.allowPrivate" label={t('webhooks.allowPrivate')} isDisabled={!mayOpen} />
        <SwitchField name="values.allowLoopback" label={t('webhooks.allowLoopback')} isDisabled={!mayOpen} />
      </div>
      {mayOpen ? null : <p className={styles.hint}>{t('webhooks.networksForbidden')}</p>}
    </div>
  )
}

interface FormProps {
  webhook: WebhookView | null
  kinds: readonly KindOption[]
  onDone: () => void
}

function WebhookForm({ webhook, kinds, onDone }: FormProps): ReactNode {
  const t = useNotificationsTexts()
  const state = useZodForm({
    schema: form,
    initial: { values: valuesOf(webhook) },
    send: ({ values }) => save(webhook, values),
    onSent: ({ secret }) => {
      toast.success(t('webhooks.saved'))
      refreshWebhooks()
      onDone()
      if (secret !== null) showSecret(secret)
    },
  })
  const { shape, scope } = state.values.values
  const isFeishuSigned = webhook?.shape === 'feishu' && webhook.isSigned
  return (
    <Form form={state}>
      <TextField name="values.name" label={t('webhooks.name')} isRequired isFirst />
      <FieldFrame name="values.scope" label={t('webhooks.place')} help={t('webhooks.placeHelp')}>
        {(field) => <Slot name="placePicker" values={{ scope: field.value, onChange: field.set }} />}
      </FieldFrame>
      <MultiSelectField
        name="values.kinds"
        label={t('webhooks.kinds')}
        isRequired
        options={kinds.map(({ kind, name }) => ({ value: kind, label: name }))}
      />
      <SelectField
        name="values.shape"
        label={t('webhooks.shapeTitle')}
        help={t(`webhooks.shapeHelp.${shape}`)}
        options={(['json', 'feishu', 'slack'] as const).map((value) => ({
          value,
          label: t(`webhooks.shape.${value}`),
        }))}
      />
      <SecretField
        name="values.url"
        label={t('webhooks.url')}
        help={t('webhooks.urlHelp')}
        isRequired={webhook === null}
        isSet={webhook !== null}
        placeholder={PLACEHOLDERS[shape]}
      />
      {shape === 'feishu' ? (
        <SecretField
          name="values.feishuSecret"
          label={t('webhooks.feishuSecret')}
          help={t('webhooks.feishuSecretHelp')}
          isSet={isFeishuSigned}
        />
      ) : null}
      {shape === 'feishu' && isFeishuSigned ? (
        <SwitchField name="values.dropsFeishuSecret" label={t('webhooks.dropsFeishuSecret')} />
      ) : null}
      <SelectField
        name="values.lang"
        label={t('webhooks.lang')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <NetworkFields scope={scope} />
      <SwitchField name="values.isOn" label={t('webhooks.isOn')} />
      <FormActions submitLabel={t('webhooks.save')} onCancel={onDone} />
    </Form>
  )
}

/** A new webhook, or an existing one to change. */
export function openWebhookDialog(webhook: WebhookView | null, kinds: readonly KindOption[]): void {
  openDialog(({ close }) => <WebhookForm webhook={webhook} kinds={kinds} onDone={close} />, {
    title: textOf('notifications', webhook === null ? 'webhooks.add' : 'webhooks.edit'),
    width: 620,
    isDismissible: false,
  })
}
