/** A problem that a person must solve; printed as its sentence alone, without a stack. */
export class Refusal extends Error {
  name = 'Refusal';
}
