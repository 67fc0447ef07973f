/** Follows the provider's own redirects as a browser would, until it sends back to the console. */
export async function signInAtProvider(address: string, callback: string): Promise<string> {
  const jar = new Map<string, string>()
  for (let at = address, step = 0; step < 10; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    at = new URL(answer.headers.get('location') ?? '', at).href
    if (at.startsWith(callback)) return at
  }
  throw new Error('the provider did not send back')
}
