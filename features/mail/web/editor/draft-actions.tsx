import { goTo } from '@qd/web-base'
import type { LineRef } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import { Button } from 'antd'
import { Copy, Ellipsis, FileText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyMail, removeAfterAsking } from '../list/mail-actions.ts'
import { openKeepAsTemplate } from '../templates/keep-as-template.tsx'
import { openTemplateChoice } from '../templates/template-choice.tsx'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import type { MailDraftState } from './use-mail-draft.ts'

/** What can be done with a draft as a whole. */
export function DraftActions({ line, state }: { line: LineRef; state: MailDraftState }): ReactNode {
  const t = useMailTexts()
  const { base } = state
  /** Copies are made of what is saved. */
  const onceSaved = async (act: () => unknown) => {
    if (!state.isChanged || (state.canSave && (await state.save()))) await act()
  }
  return (
    <>
      <Button size="small" onClick={() => openTemplateChoice(line, base.id, state.fill)}>
        {t('useTemplate')}
      </Button>
      <MenuButton
        label={t('more')}
        items={[
          {
            key: 'clone',
            label: t('clone'),
            icon: <Copy size={14} aria-hidden />,
            onSelect: () => quietly(onceSaved(() => copyMail(line, base, base.isTemplate))),
          },
          ...(base.isTemplate
            ? []
            : [
                {
                  key: 'template',
                  label: t('saveAsTemplate'),
                  icon: <FileText size={14} aria-hidden />,
                  onSelect: () =>
                    quietly(onceSaved(() => openKeepAsTemplate(line, state.draft.name, base.id))),
                },
              ]),
          {
            key: 'remove',
            label: t('remove'),
            icon: <Trash2 size={14} aria-hidden />,
            isSeparated: true,
            onSelect: () => removeAfterAsking(line, base, () => goTo('/email')),
          },
        ]}
      >
        <Ellipsis size={14} aria-hidden />
      </MenuButton>
      <Button size="small" disabled={!state.canSave} onClick={() => quietly(state.save())}>
        {t('save')}
      </Button>
    </>
  )
}
