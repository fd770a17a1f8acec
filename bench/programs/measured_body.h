// What every body defines and every main calls.
#pragma once

void measured_body();
