/* Not compiled with Sleave. */
struct node {
  struct node* next;
  int key;
};

int second_is_null(const struct node* list) { return list->next == 0; }
