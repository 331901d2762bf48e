/** Something a person must do; shown as its sentence alone, without a stack. */
export class Refusal extends Error {
  name = 'Refusal';
}
