import { z } from '@qd/contract-kit'
import { textOf, useTexts } from '@qd/web-base'
import { call, useMay } from '@qd/web-calls'
import { Form, FormActions, SelectField, SwitchField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { allowNetworks } from '@qd/catalogue/contract'
import { linkProblem, linkValues, saveLink } from '../../contract/index.ts'
import type { LinkRecord, LinkValues } from '../../contract/index.ts'
import '../texts.ts'
import styles from './editor-page.module.css'
import { refreshMenus } from './refresh-menus.ts'
import { WhereFields } from './where-fields.tsx'

const form = z.object({ values: linkValues })

function valuesOf(place: LinkRecord['place'], link: LinkRecord | null): LinkValues {
  if (link === null) {
    const networks = { allowPrivate: false, allowLoopback: false }
    return { place, name: '', url: '', target: 'tab', game: '', operator: '', roles: [], ...networks }
  }
  const { id: _id, isFixed: _fixed, version: _version, ...values } = link
  return values
}

/** Which networks the console may look for the site in; only a site shown inside the console is asked anything. */
function NetworkFields(): ReactNode {
  const t = useTexts('menu')
  const mayOpen = useMay(allowNetworks, {})
  return (
    <div className={styles.networks}>
      <div className={styles.flags}>
        <SwitchField name="values.allowPrivate" label={t('editor.allowPrivate')} isDisabled={!mayOpen} />
        <SwitchField name="values.allowLoopback" label={t('editor.allowLoopback')} isDisabled={!mayOpen} />
      </div>
      <p className={styles.hint}>{t(mayOpen ? 'editor.networks' : 'editor.networksForbidden')}</p>
    </div>
  )
}

function LinkForm(props: {
  place: LinkRecord['place']
  link: LinkRecord | null
  onDone: () => void
}): ReactNode {
  const t = useTexts('menu')
  const { link, place, onDone } = props
  const state = useZodForm({
    schema: form,
    initial: { values: valuesOf(place, link) },
    send: ({ values }) => {
      const seen = link === null ? {} : { id: link.id, version: link.version }
      return call(saveLink, { body: { ...seen, values } }, { tag: 'menu:editor.editLink', told: 'form' })
    },
    onSent: () => {
      toast.success(t('editor.saved'))
      refreshMenus()
      onDone()
    },
  })
  const problem = linkProblem(state.values.values.url)
  const isTyped = state.values.values.url !== ''
  return (
    <Form form={state}>
      <TextField name="values.name" label={t('editor.name')} isRequired isFirst />
      <TextField
        name="values.url"
        label={t('editor.url')}
        isRequired
        isMono
        placeholder="https://wiki.example.org/player/{uId}"
        help={isTyped && problem !== null ? t(`editor.problem.${problem}`) : t('editor.urlHelp')}
      />
      <SelectField
        name="values.target"
        label={t('editor.target')}
        help={t('editor.targetHelp')}
        options={[
          { value: 'tab', label: t('editor.opens.tab') },
          { value: 'page', label: t('editor.opens.page') },
        ]}
      />
      {state.values.values.target === 'page' ? <NetworkFields /> : null}
      <WhereFields hasRoles />
      <FormActions submitLabel={t('editor.save')} onCancel={onDone} />
    </Form>
  )
}

/** A new link, or an existing one to change. */
export function openLinkDialog(place: LinkRecord['place'], link: LinkRecord | null): void {
  openDialog(({ close }) => <LinkForm place={place} link={link} onDone={close} />, {
    title: textOf('menu', link === null ? 'editor.addLink' : 'editor.editLink'),
    width: 520,
    isDismissible: false,
  })
}
