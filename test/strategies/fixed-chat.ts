import type { Chat, ChatRequest } from '../../src/models/chat.ts'

/** A chat model that answers as it is told, and remembers what it was asked. */
export function fixedChat(answer: (request: ChatRequest) => string): Chat & { readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = []
  return {
    asked,
    async generate(requests) {
      asked.push(...requests)
      return requests.map(answer)
    },
  }
}
