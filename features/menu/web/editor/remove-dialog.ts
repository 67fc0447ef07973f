import { textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { openConfirm, toast } from '@qd/web-frame'
import { removeLink, removeProject } from '../../contract/index.ts'
import '../texts.ts'
import { refreshMenus } from './refresh-menus.ts'

interface Removed {
  id: string
  name: string
  version: number
}

/** Asks before a link or project goes. */
export function openRemoveDialog(kind: 'link' | 'project', record: Removed): void {
  const { id, name, version } = record
  openConfirm({
    title: textOf('menu', 'editor.remove'),
    text: textOf('menu', `editor.removeAsk.${kind}`, { name }),
    action: textOf('menu', 'editor.remove'),
    run: async () => {
      const args = { body: { id, version } }
      if (kind === 'link') await call(removeLink, args, { tag: 'menu:editor.remove', told: 'form' })
      else await call(removeProject, args, { tag: 'menu:editor.remove', told: 'form' })
      toast.success(textOf('menu', 'editor.removed', { name }))
      refreshMenus()
    },
  })
}
