/** Sends a call that has to succeed; answers its data. */
type Ask = <T>(path: string, body?: object) => Promise<T>

/** What tests about people look up and make. */
export function peopleDesk(ask: Ask) {
  let groups = 0
  return {
    async idOf(name: string): Promise<string> {
      const all = { page: 1, pageSize: 50 }
      const { list } = await ask<{ list: { id: string; username: string }[] }>('/platform/user/list', all)
      return list.find(({ username }) => username === name)!.id
    },
    /** A group of nobody gives nobody anything: it asks for no approval. */
    async newGroup(): Promise<string> {
      const group = { name: `group ${++groups}`, parentId: null, externalName: '' }
      return (await ask<{ groupId: string }>('/platform/userGroup/save', group)).groupId
    },
  }
}
